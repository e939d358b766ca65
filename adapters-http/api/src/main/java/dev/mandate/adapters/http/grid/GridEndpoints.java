package dev.mandate.adapters.http.grid;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.api.RequestReader;
import dev.mandate.adapters.http.api.TenantCall;
import dev.mandate.adapters.http.api.TenantEndpoints;
import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.codec.SubmissionObjects;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.authority.AuthorityServices;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.SubmissionFailures;
import dev.mandate.ports.api.tenant.TenantServices;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the public SDK {@code @sqds/grid}, each made of an endpoint of the interface. */
public final class GridEndpoints {

    private static final String ROOT = "/api/grid/v1";
    private static final String ACCOUNT = ROOT + "/accounts/{address}";
    private static final String LIMIT = ACCOUNT + "/spending-limit/{limit}";

    /** The same in the interface. */
    private static final String OUR_ACCOUNT = "/api/v1/smart-accounts/{address}";

    private static final String OUR_LIMITS = OUR_ACCOUNT + "/spending-limits";

    private final Array<Endpoint> ours;
    private final TenantEndpoints service;
    private final String environment;

    private GridEndpoints(TenantServices services, AuthorityServices authorities, ServiceSettings settings) {
        this.ours = Api.ofTenants(services, authorities, settings);
        this.service = new TenantEndpoints(services, authorities, settings);
        this.environment = settings.environment().name().toLowerCase(Locale.ROOT);
    }

    /** Returns the endpoints over {@code services}, to be served beside those of the interface. */
    public static Array<Endpoint> of(TenantServices services, AuthorityServices authorities, ServiceSettings settings) {
        GridEndpoints grid = new GridEndpoints(services, authorities, settings);
        return grid.signingIn().appendAll(grid.ofAccounts()).appendAll(notOffered());
    }

    private Array<Endpoint> signingIn() {
        Array<Endpoint> alike = Array.of("/accounts", "/accounts/verify", "/auth", "/auth/verify", "/auth/refresh-session", "/auth/end-session")
                .map(path -> ours(Method.POST, "/api/v1" + path).at(ROOT + path, GridProfile.PLAIN));
        return alike.appendAll(Array.of("/api/v0/grid/smart-accounts/auth", ROOT + "/auth/init")
                        .map(path -> unwrapped("/api/v0/service/smart-accounts/auth", path)))
                .appendAll(Array.of(
                                "/api/v0/grid/smart-accounts/verify-otp", ROOT + "/auth/complete", ROOT + "/auth/complete-and-create-account")
                        .map(path -> unwrapped("/api/v0/service/smart-accounts/verify-otp", path)));
    }

    /** The envelope has the field that the interface's answer wraps its content in. */
    private Endpoint unwrapped(String our, String path) {
        return twin(Method.POST, our, path, GridProfile.PLAIN, UnaryOperator.identity(), body -> (ObjectNode) body.get("data"));
    }

    private Array<Endpoint> ofAccounts() {
        return Array.of(
                twin(Method.GET, OUR_ACCOUNT, ACCOUNT, GridProfile.PLAIN, UnaryOperator.identity(), GridAnswers::account),
                changingSettings(),
                service.get(ACCOUNT + "/balances", GridEndpoints::balances).at(ACCOUNT + "/balances", GridProfile.PLAIN),
                preparing(),
                submitting(),
                creatingLimit(),
                builder(Method.PATCH, OUR_LIMITS + "/{limit}", LIMIT, GridRequests.LIMIT, GridRequests::builder),
                builder(Method.DELETE, OUR_LIMITS + "/{limit}", LIMIT, GridProfile.PLAIN, GridRequests::builder),
                builder(Method.POST, OUR_LIMITS + "/{limit}/use", LIMIT + "/transactions", GridRequests.USE, GridRequests::builder),
                transfers());
    }

    /** Returns the endpoint of the interface. */
    private Endpoint ours(Method method, String path) {
        return ours.find(endpoint -> endpoint.method() == method && endpoint.path().text().equals(path)).get();
    }

    /** Returns an endpoint of the interface at the SDK's path, with requests and answers in its words. */
    private Endpoint twin(
            Method method,
            String our,
            String path,
            GridProfile profile,
            UnaryOperator<ObjectNode> request,
            UnaryOperator<ObjectNode> answer) {
        Endpoint endpoint = ours(method, our).at(path, profile);
        return endpoint.handledBy(
                call -> endpoint.handler().handle(call.worded(request)).map(result -> result.worded(answer)));
    }

    private Endpoint builder(
            Method method, String our, String path, GridProfile profile, UnaryOperator<ObjectNode> request) {
        return twin(method, our, path, profile, request, GridAnswers::built);
    }

    private Endpoint changingSettings() {
        Endpoint change = builder(Method.PATCH, OUR_ACCOUNT, ACCOUNT, GridRequests.SIGNERS, GridRequests::settings);
        return change.handledBy(call -> {
            Array<String> unsaid = call.body().map(GridRequests::unsaid).getOrElse(Array::empty);
            return change.handler().handle(call).map(answer -> answer.ignoring(unsaid));
        });
    }

    /** The SDK leaves out fields that bind a limit. The answer says which did not arrive. */
    private Endpoint creatingLimit() {
        Endpoint create = builder(Method.POST, OUR_LIMITS, ACCOUNT + "/spending-limit", GridRequests.LIMIT, GridRequests::builder);
        return create.handledBy(call -> {
            Array<String> unsent = call.body().map(GridRequests::unboundBy).getOrElse(Array::empty);
            return create.handler().handle(call).map(answer -> answer.worded(body -> GridAnswers.unbound(body, unsent)));
        });
    }

    private Endpoint preparing() {
        Endpoint prepare = ours(Method.POST, "/api/v0/smart_account/transaction/prepare").at(ACCOUNT + "/transactions", GridProfile.PLAIN);
        return prepare.handledBy(call ->
                prepare.handler().handle(GridRequests.prepare(call)).map(answer -> answer.worded(GridAnswers::built)));
    }

    private Endpoint submitting() {
        Endpoint submit = twin(
                Method.POST,
                OUR_ACCOUNT + "/submit",
                ACCOUNT + "/submit",
                GridProfile.PLAIN,
                GridRequests::submission,
                UnaryOperator.identity());
        return submit.handledBy(service.of(Method.POST, ACCOUNT + "/submit", Scope.SUBMIT, at -> submit.handler()
                        .handle(at.call())
                        .flatMap(answer -> landed(at, (Answer.Json) answer)))
                .handler());
    }

    /**
     * The SDK asks once and takes any success for a landed transaction. For it the answer waits, and succeeds only if the
     * transaction landed.
     */
    private static Either<Failure, Answer> landed(TenantCall at, Answer.Json taken) {
        Submission ended = SubmissionId.parse(taken.body().get("submission_id").stringValue())
                .flatMap(at.custody()::awaitFinal)
                .getOrElseThrow(() -> new IllegalStateException("a submission that was taken is unknown"));
        return SubmissionFailures.of(ended, at.service()::programErrorName)
                .<Either<Failure, Answer>>map(Either::left)
                .getOrElse(() -> Either.right(
                        Answer.ok(SubmissionObjects.submission(ended, at.service()::programErrorName)).ignoring(taken.ignored())));
    }

    private static Either<Failure, Answer> balances(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        int page = reading.query().number("page", 1, Integer.MAX_VALUE, 1);
        int limit = reading.query().number("limit", 1, RequestLimits.PAGE, Integer.MAX_VALUE);
        return reading.decide(() -> at.custody()
                .account(account.get())
                .flatMap(view -> at.custody()
                        .balances(account.get())
                        .map(tokens -> Answer.ok(
                                GridAnswers.balances(account.get(), view.balance(), tokens, page, limit))))
                .mapLeft(BuildFailures::of));
    }

    private Endpoint transfers() {
        Endpoint list = ours(Method.GET, OUR_ACCOUNT + "/transfers").at(ACCOUNT + "/transfers", GridProfile.PLAIN);
        return list.handledBy(call -> {
            boolean ofBanks = GridRequests.ofBanks(call.query());
            Either<Failure, Answer> found = list.handler().handle(call);
            return ofBanks
                    ? none(found)
                    : found.map(page -> page.worded(
                            transfer -> GridAnswers.transfer(call.variable("address"), transfer, environment)));
        });
    }

    /** An empty page, also while the chain is silent. */
    private static Either<Failure, Answer> none(Either<Failure, Answer> found) {
        return found.<Either<Failure, Answer>>fold(
                failure -> failure.code() instanceof ErrorCode code && Status.of(code) >= 500
                        ? Either.right(Answer.rows(Array.empty(), Option.none()))
                        : Either.left(failure),
                page -> Either.right(Answer.rows(Array.empty(), Option.none()).ignoring(((Answer.Rows) page).ignored())));
    }

    /** Calls of the SDK that this service does not offer. They get the code {@code not_offered} instead of {@code unknown_path}. */
    private static Array<Endpoint> notOffered() {
        Array<String> posted = Array.of("/passkeys", "/passkeys/auth", "/passkeys/submit", "/passkeys/find")
                .map(path -> ROOT + path)
                .appendAll(Array.of("/passkeys/transaction", "/kyc", "/virtual-account", "/standing-order-intent", "/payment-intent")
                        .map(path -> ACCOUNT + path));
        Array<String> read = Array.of("/passkeys", "/kyc/{id}", "/virtual-accounts", "/standing-order/{id}", "/standing-orders")
                .map(path -> ACCOUNT + path)
                .append(ROOT + "/passkeys/account/{passkey}");
        return posted.map(path -> notOffered(Method.POST, path))
                .appendAll(read.map(path -> notOffered(Method.GET, path)))
                .append(notOffered(Method.DELETE, ACCOUNT + "/passkeys/{passkey}/transaction"));
    }

    private static Endpoint notOffered(Method method, String path) {
        return Endpoint.of(method, path, Scope.READ, call -> Either.left(
                        Failure.of(ErrorCode.NOT_OFFERED, "This server does not offer this call.")))
                .reading(Content.NONE)
                .at(path, GridProfile.PLAIN);
    }
}
