package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.FilterObjects;
import dev.mandate.adapters.http.codec.FilterShapes;
import dev.mandate.adapters.http.codec.IntentShapes;
import dev.mandate.adapters.http.codec.PolicySigners;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.tenant.FilterListing;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/** The transaction filters and allowlists of an account. */
final class FilterEndpoints {

    private static final String FILTERS = "/api/v1/smart-accounts/{address}/transaction-filters";
    private static final String ALLOWLISTS = "/api/v1/smart-accounts/{address}/allowlists";

    private FilterEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.get(FILTERS, at -> read(at, (kept, by) -> FilterObjects.filters(
                        kept.version(), kept.filters().unmatched(), kept.filters().filters(), by))),
                service.of(Method.PUT, FILTERS, Scope.SUBMIT, FilterEndpoints::changeFilters),
                service.get(ALLOWLISTS, at -> read(at, (kept, by) -> FilterObjects.allowlists(kept.version(), kept.filters().allowlists(), by))),
                service.of(Method.PUT, ALLOWLISTS, Scope.SUBMIT, FilterEndpoints::changeAllowlists));
    }

    private static Either<Failure, Answer> read(TenantCall at, BiFunction<FilterListing.Versioned, PolicySigners.Enforcement, ObjectNode> writing) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        return reading.decide(() -> at.service()
                .filters()
                .of(account.get())
                .mapLeft(BuildFailures::of)
                .flatMap(kept -> at.enforcement(account.get()).map(by -> Answer.ok(writing.apply(kept, by)))));
    }

    private static Either<Failure, Answer> changeFilters(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<FilterEffect> unmatched = reading.body().required("default_effect", FilterShapes.EFFECT);
        Option<Array<TransactionFilter>> filters = reading.body().required("transaction_filters", FilterShapes.FILTERS);
        Option<Long> version = reading.body().required("expected_version", FilterShapes.VERSION);
        Option<SignedIntent> intent = reading.body().required("intent", IntentShapes.INTENT);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> at.enforcement(account.get()).flatMap(by -> at.service()
                .filters()
                .change(account.get(), unmatched.get(), filters.get(), version.get(), intent.get(), retry.get())
                .bimap(TenantFailures::of, next -> Answer.ok(FilterObjects.filters(next, unmatched.get(), filters.get(), by)))));
    }

    private static Either<Failure, Answer> changeAllowlists(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Array<Allowlist>> allowlists = reading.body().required("allowlists", FilterShapes.ALLOWLISTS);
        Option<Long> version = reading.body().required("expected_version", FilterShapes.VERSION);
        Option<SignedIntent> intent = reading.body().required("intent", IntentShapes.INTENT);
        Option<Retry> retry = reading.retry();
        Set<GiveawayWarning.Code> acknowledged = BuilderCall.acknowledged(reading.query());
        reading.renames("transaction", "allowlists");
        return reading.decide(() -> at.enforcement(account.get()).flatMap(by -> at.service()
                .filters()
                .change(account.get(), allowlists.get(), acknowledged, version.get(), intent.get(), retry.get())
                .bimap(TenantFailures::of, next -> Answer.ok(FilterObjects.allowlists(next, allowlists.get(), by)))));
    }
}
