package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.FilterObjects;
import dev.mandate.adapters.http.codec.IntentShapes;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** The durable nonces that transactions of an account may use. */
final class NonceEndpoints {

    private static final String V1 = "/api/v1/smart-accounts/{address}/nonce-accounts";

    private NonceEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.get(V1, NonceEndpoints::list),
                service.build(Method.POST, V1 + "/create", NonceEndpoints::create),
                service.of(Method.POST, V1, Scope.SUBMIT, at -> change(at, 201, "allowed", NonceListing::allow)),
                service.of(Method.DELETE, V1, Scope.SUBMIT, at -> change(at, 200, "withdrawn", NonceListing::withdraw)));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        return reading.decide(() -> at.service()
                .nonces()
                .of(account.get())
                .bimap(BuildFailures::of, nonces -> Answer.rows(
                        nonces.map(FilterObjects::nonce),
                        Option.none())));
    }

    /** Builds the creation of a nonce account. Without a payer its authority pays. */
    private static Either<Failure, Answer> create(TenantCall at) {
        BuilderCall call = BuilderCall.of(at);
        Option<Address> nonceAccount = call.body().required("nonce_account", Shapes.ADDRESS);
        Option<Address> authority = call.body().required("authority", Shapes.ADDRESS);
        Option<TransactionVersion> version = call.body().optional("transaction_version", WireShapes.TRANSACTION_VERSION);
        Option<Address> payer = BuilderFields.payer(call.body(), BuilderFields.Required.NEITHER);
        call.reading().places("authority", ErrorCode.NO_KEY_FOR);
        // What is refused of a nonce that does not exist yet is its authority.
        call.reading().renames("nonce_account", "authority");
        return call.answer(() -> Either.right(new BuildRequest.CreateNonceAccount(
                call.account(),
                nonceAccount.get(),
                authority.get(),
                payer.map(BuildOptions.DEFAULT::paidBy)
                        .getOrElse(BuildOptions.DEFAULT)
                        .withVersion(version.getOrElse(TransactionVersion.LEGACY_OR_V0)))));
    }

    /** Allows a nonce, or ends its use. */
    private interface Change {
        Either<NonceRefusal, Address> by(NonceListing nonces, Address account, Address nonceAccount, SignedIntent intent, Retry retry);
    }

    private static Either<Failure, Answer> change(TenantCall at, int status, String word, Change change) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Address> nonceAccount = reading.body().required("nonce_account", Shapes.ADDRESS);
        Option<SignedIntent> intent = reading.body().required("intent", IntentShapes.INTENT);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> change.by(at.service().nonces(), account.get(), nonceAccount.get(), intent.get(), retry.get())
                .bimap(TenantFailures::of, changed -> Answer.of(status, answer(account.get(), changed, word))));
    }

    private static ObjectNode answer(Address account, Address nonceAccount, String word) {
        return Json.object()
                .put("smart_account_address", account.toString())
                .put("nonce_account", nonceAccount.toString())
                .put("status", word);
    }
}
