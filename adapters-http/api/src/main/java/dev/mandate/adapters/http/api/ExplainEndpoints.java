package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.ExplanationObjects;
import dev.mandate.adapters.http.codec.NameObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Explains a transaction before somebody signs it. */
final class ExplainEndpoints {

    private static final int MOST_NAMES = 256;

    private ExplainEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(service.of(Method.POST, "/api/v1/explain", Scope.READ, ExplainEndpoints::explain));
    }

    private static Either<Failure, Answer> explain(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        Option<Bytes> transaction = in.optional("transaction", Shapes.BASE64);
        Option<Address> account = in.optional("smart_account_address", Shapes.ADDRESS);
        Option<Long> index = in.optional("transaction_index", Shapes.integer(1, Long.MAX_VALUE));
        reading.places("smart_account_address", ErrorCode.UNKNOWN_ACCOUNT);
        reading.places("transaction_index", ErrorCode.UNKNOWN_TRANSACTION);
        Option<Array<AddressName>> named = in.optional("names", Shapes.list(NameObjects.NAME, MOST_NAMES));
        requireOne(in);
        return reading.decide(() -> transaction
                .map(bytes -> at.custody().explain(bytes))
                .getOrElse(() -> at.custody().explain(account.get(), index.get()))
                .bimap(
                        BuildFailures::of,
                        explanation -> Answer.ok(ExplanationObjects.explanation(
                                explanation,
                                AddressNames.of(named.getOrElse(Array::empty)).over(at.service().names().names())))));
    }

    private static void requireOne(ObjectReader in) {
        boolean given = in.presence("transaction") == Presence.VALUE;
        for (String field : Array.of("smart_account_address", "transaction_index")) {
            boolean stored = in.presence(field) == Presence.VALUE;
            if (given && stored) {
                in.reject(field, ServerCode.EXCLUDED_FIELD, "Send either transaction, or smart_account_address and transaction_index.");
            } else if (!given && !stored) {
                in.reject(field, ServerCode.MISSING_FIELD, "Send either transaction, or smart_account_address and transaction_index.");
            }
        }
    }
}
