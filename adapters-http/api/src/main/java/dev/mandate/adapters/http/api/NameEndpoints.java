package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.NameObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.tenant.NameListing;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The names that a tenant keeps for addresses. */
final class NameEndpoints {

    private static final String NAMES = "/api/v1/names";

    private NameEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.get(NAMES, NameEndpoints::read), service.of(Method.PUT, NAMES, Scope.ADMIN, NameEndpoints::replace));
    }

    private static Either<Failure, Answer> read(TenantCall at) {
        return RequestReader.of(at).decide(() -> Either.right(Answer.ok(NameObjects.listed(at.service().names().listed()))));
    }

    private static Either<Failure, Answer> replace(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Array<AddressName>> names = reading.body().required("names", Shapes.list(NameObjects.NAME, NameListing.MOST));
        if (names.exists(all -> all.distinctBy(AddressName::address).length() < all.length())) {
            reading.body().reject("names", ServerCode.NOT_AN_OPTION, "names must name each address once.");
        }
        return reading.decide(() -> {
            at.service().names().replace(at.caller().keyLine(), names.get());
            return Either.right(Answer.ok(NameObjects.listed(names.get())));
        });
    }
}
