package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.codec.GridObjects;
import dev.mandate.adapters.http.codec.SdkFields;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The calls of the public SDK {@code @sqds/grid}, in its own format. */
final class GridEndpoints {

    private static final String ROOT = "/api/grid/v1";
    private static final String ACCOUNT = ROOT + "/accounts/{address}";

    private final TenantEndpoints service;

    GridEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    Array<Endpoint> all() {
        return Array.of(
                        grid(Method.GET, ACCOUNT, Scope.READ, GridEndpoints::read),
                        grid(Method.PATCH, ACCOUNT, Scope.BUILD, at -> new SettingsEndpoints(service).patch(at, SdkFields.UNREAD)),
                        grid(Method.GET, ACCOUNT + "/balances", Scope.READ, GridEndpoints::balances),
                        grid(Method.POST, ACCOUNT + "/transactions", Scope.BUILD, GridEndpoints::prepare),
                        grid(Method.POST, ACCOUNT + "/submit", Scope.SUBMIT, at -> SubmissionEndpoints.submit(at, SdkFields.UNREAD)),
                        grid(
                                Method.POST,
                                ACCOUNT + "/spending-limit",
                                Scope.BUILD,
                                at -> LimitEndpoints.create(at, LimitEndpoints.Spelling.GRID)),
                        grid(
                                Method.PATCH,
                                ACCOUNT + "/spending-limit/{limit}",
                                Scope.BUILD,
                                at -> LimitEndpoints.replace(at, LimitEndpoints.Spelling.GRID)),
                        grid(
                                        Method.DELETE,
                                        ACCOUNT + "/spending-limit/{limit}",
                                        Scope.BUILD,
                                        at -> LimitEndpoints.remove(at, SdkFields.UNREAD))
                                .reading(Content.OPTIONAL_JSON),
                        grid(
                                Method.POST,
                                ACCOUNT + "/spending-limit/{limit}/transactions",
                                Scope.BUILD,
                                at -> LimitEndpoints.use(
                                        at, LimitEndpoints.Spelling.GRID, "recipient_address", "signer_address")))
                .appendAll(notOffered());
    }

    private Endpoint grid(Method method, String path, Scope scope, TenantEndpoints.Work work) {
        return service.of(method, path, scope, Dialect.GRID, work);
    }

    private static Either<Failure, Answer> read(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        return reading.decide(() -> AccountEndpoints.read(at, account.get(), GridObjects::account).map(Answer::ok));
    }

    private static Either<Failure, Answer> balances(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        int page = reading.query().number("page", 1, Integer.MAX_VALUE, 1);
        int limit = reading.query().number("limit", 1, RequestLimits.PAGE, Integer.MAX_VALUE);
        return reading.decide(() -> AccountEndpoints.balances(
                        at,
                        account.get(),
                        (view, tokens) -> GridObjects.balances(account.get(), view.balance(), tokens, page, limit))
                .map(Answer::ok));
    }

    private static Either<Failure, Answer> prepare(TenantCall at) {
        RequestReader reading = RequestReader.of(at, SdkFields.UNREAD);
        Option<Address> account = reading.account();
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ACKNOWLEDGED);
        ObjectReader in = reading.body();
        Option<Bytes> transaction = TransactionEndpoints.transaction(reading);
        BuilderFields shared = BuilderFields.read(in, BuilderFields.Required.NEITHER, SdkFields.UNREAD);
        Option<Array<Address>> signers = in.optional("account_signers", WireShapes.TRANSACTION_SIGNERS)
                .filter(list -> !list.isEmpty());
        Option<Address> payer = in.optional("payer_address", Shapes.ADDRESS);
        requireAgreement(in, "transaction_signers", shared.signers(), "account_signers", signers);
        requireAgreement(in, "fee_config.payer_address", shared.payer(), "payer_address", payer);
        BuilderFields fields = shared.signedBy(signers).payingBy(payer);
        if (signers.isDefined()) {
            reading.renames("transaction_signers", "account_signers");
        }
        if (shared.payer().isEmpty() && fields.payer().isDefined()) {
            reading.renames("fee_config.payer_address", "payer_address");
        }
        return reading.decide(() ->
                TransactionEndpoints.prepared(at, mode, account.get(), transaction.get(), fields));
    }

    private static <T> void requireAgreement(
            ObjectReader in, String one, Option<T> said, String other, Option<T> saidToo) {
        if (said.isDefined() && saidToo.isDefined() && !said.equals(saidToo)) {
            in.reject(other, ServerCode.SPELLED_TWICE, one + " and " + other + " are one field, and say different things.");
        }
    }

    /** Calls of the SDK that this service does not offer. They get the code {@code not_offered} instead of {@code unknown_path}. */
    private static Array<Endpoint> notOffered() {
        return Array.of(
                notOffered(Method.POST, ROOT + "/passkeys"),
                notOffered(Method.POST, ROOT + "/passkeys/auth"),
                notOffered(Method.POST, ROOT + "/passkeys/submit"),
                notOffered(Method.POST, ROOT + "/passkeys/find"),
                notOffered(Method.GET, ROOT + "/passkeys/account/{passkey}"),
                notOffered(Method.GET, ACCOUNT + "/passkeys"),
                notOffered(Method.POST, ACCOUNT + "/passkeys/transaction"),
                notOffered(Method.DELETE, ACCOUNT + "/passkeys/{passkey}/transaction"),
                notOffered(Method.POST, ACCOUNT + "/kyc"),
                notOffered(Method.GET, ACCOUNT + "/kyc/{id}"),
                notOffered(Method.POST, ACCOUNT + "/virtual-account"),
                notOffered(Method.GET, ACCOUNT + "/virtual-accounts"),
                notOffered(Method.POST, ACCOUNT + "/standing-order-intent"),
                notOffered(Method.GET, ACCOUNT + "/standing-order/{id}"),
                notOffered(Method.GET, ACCOUNT + "/standing-orders"),
                notOffered(Method.POST, ACCOUNT + "/payment-intent"));
    }

    private static Endpoint notOffered(Method method, String path) {
        return Endpoint.of(
                        method,
                        path,
                        Scope.READ,
                        Dialect.GRID,
                        call -> Either.left(Failure.of(ErrorCode.NOT_OFFERED, "This server does not offer this call.")))
                .reading(Content.NONE);
    }
}
