(function () {
  var cards = document.querySelectorAll(".bd-card");
  for (var i = 0; i < cards.length; i++) { cards[i].addEventListener("mouseenter", function () { this.classList.add("is-hot"); }); }
})();
