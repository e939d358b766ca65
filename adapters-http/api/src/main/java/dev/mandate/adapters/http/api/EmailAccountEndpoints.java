package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.AccountPolicies;
import dev.mandate.adapters.http.codec.AuthorityObjects;
import dev.mandate.adapters.http.codec.AuthorityShapes;
import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.ports.api.authority.EmailAuthorities.RefreshRequest;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.Remedy;
import dev.mandate.ports.api.tenant.Creation;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Accounts by e-mail with the default provider: the key of a session is sealed to a key of the caller. */
final class EmailAccountEndpoints {

    private static final String KEY = "encryption_public_key";
    private static final String REFRESH = "refresh_session";

    private EmailAccountEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of("", "/api/v1").flatMap(root -> Array.of(
                service.signIn(root + "/accounts/verify", Scope.CREATE, EmailAccountEndpoints::verify),
                service.signIn(root + "/auth", Scope.BUILD, EmailAccountEndpoints::signIn),
                // The newest challenge may be one to register.
                service.signIn(root + "/auth/verify", Scope.CREATE, EmailAccountEndpoints::verify),
                service.signIn(root + "/auth/refresh-session", Scope.BUILD, EmailAccountEndpoints::refresh)));
    }

    /** Starts the creation of an account. */
    static Either<Failure, Answer> register(TenantCall at, RequestReader reading) {
        Option<EmailAddress> email = reading.body().required("email", AuthorityShapes.EMAIL);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> start(at, email.get(), Purpose.REGISTER, new SessionEnd.Default(), retry.get()));
    }

    private static Either<Failure, Answer> signIn(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<EmailAddress> email = reading.body().required("email", AuthorityShapes.EMAIL);
        readProvider(reading.body());
        SessionEnd end = readEnd(reading.body());
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> start(at, email.get(), Purpose.SIGN_IN, end, retry.get()));
    }

    private static Either<Failure, Answer> start(TenantCall at, EmailAddress email, Purpose purpose, SessionEnd end, Retry retry) {
        return at.email()
                .flatMap(authorities -> authorities
                        .start(new ChallengeRequest(email, purpose, Option.none(), end), retry)
                        .mapLeft(at::failure))
                .map(started -> Answer.ok(AuthorityObjects.challenge(started)));
    }

    private static Either<Failure, Answer> verify(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        Option<EmailAddress> email = in.required("email", AuthorityShapes.EMAIL);
        Option<OneTimeCode> code = in.required("otp_code", AuthorityShapes.CODE);
        readProvider(in);
        Option<Bytes> key = requiredObject(in, "kms_provider_config").flatMap(config -> config.required(KEY, Shapes.BASE64));
        SessionEnd end = readEnd(in);
        Option<Retry> retry = reading.retry();
        reading.renames(KEY, "kms_provider_config." + KEY);
        return reading.decide(() -> at.email()
                .flatMap(authorities -> authorities
                        .verify(new CodeRequest(
                                new Who.ByEmail(email.get()),
                                code.get(),
                                new Recipient.Spki(key.get()),
                                end), retry.get())
                        .mapLeft(at::failure))
                .flatMap(signed -> signedIn(
                        signed, () -> policies(at, signed).map(policies -> AuthorityObjects.account(signed, policies)))));
    }

    private static SessionEnd readEnd(ObjectReader in) {
        return in.optional("expiration", AuthorityShapes.UNIX_TIME).<SessionEnd>map(SessionEnd.At::new).getOrElse(SessionEnd.Default::new);
    }

    /** Each of the two calls takes both names. */
    private static void readProvider(ObjectReader in) {
        var unused = in.optionalAs(Array.of("provider", "kms_provider"), AuthorityShapes.PROVIDER);
    }

    private static Option<ObjectReader> requiredObject(ObjectReader in, String name) {
        Option<ObjectReader> object = in.object(name);
        if (in.presence(name) != Presence.VALUE) {
            in.reject(name, ServerCode.MISSING_FIELD, name + " is required.");
        }
        return object;
    }

    private static Either<Failure, ObjectNode> policies(TenantCall at, SignedIn signed) {
        return signed.status() == Creation.Status.CREATED
                ? AccountEndpoints.read(at, signed.account()).map(AccountPolicies::of)
                : Either.right(AuthorityObjects.newPolicies(signed, at.service()::authorityOf));
    }

    /** Answers with status 202 while the account is on its way to the chain. */
    static Either<Failure, Answer> signedIn(SignedIn signed, Supplier<Either<Failure, ObjectNode>> body) {
        return switch (signed.status()) {
            case CREATED -> body.get().map(Answer::ok);
            case PENDING -> body.get().map(object -> Answer.of(202, object));
            case FAILED -> Either.left(Failure.of(ErrorCode.TRANSACTION_FAILED, "The account was not made.")
                    .remedy(new Remedy.RepeatSame(Option.none())));
        };
    }

    /**
     * Replaces a session by one whose key is sealed to another key. The living session's key has signed a payload that names the new key, so
     * nobody else can ask for it.
     */
    private static Either<Failure, Answer> refresh(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Bytes> key = reading.body().required(KEY, Shapes.BASE64);
        Option<ObjectReader> signed = requiredObject(reading.body(), "kms_payload");
        Option<Bytes> payload = signed.flatMap(in -> in.required("payload", Shapes.BASE64));
        Option<Bytes> signature = signed.flatMap(in -> in.required("signature", Shapes.BASE64));
        return reading.decide(() -> refreshRequest(key.get(), payload.get(), signature.get())
                .flatMap(request -> at.email()
                        .flatMap(authorities -> authorities.refresh(request).mapLeft(at::failure))
                        .map(proof -> Answer.ok(Json.object()
                                .set("authentication", Json.array(Array.of(AuthorityObjects.authentication(request.user(), proof))))))));
    }

    private static Either<Failure, RefreshRequest> refreshRequest(Bytes key, Bytes payload, Bytes signature) {
        return Json.parseObject(payload)
                .map(json -> ObjectReader.of(json, Unknown.REFUSED))
                .flatMap(in -> {
                    var unusedKind = in.required("kind", Shapes.word(LinkedHashMap.of(REFRESH, REFRESH)));
                    var user = in.required("user_id", AuthorityShapes.USER_ID);
                    Option<Bytes> named = in.required(KEY, Shapes.BASE64);
                    Option<UnixTime> until = in.required("expires_at", AuthorityShapes.UNIX_TIME);
                    var unusedNonce = in.required("nonce", Shapes.TEXT);
                    if (named.exists(other -> !other.equals(key))) {
                        in.reject(KEY, ServerCode.SPELLED_TWICE, "The payload names another " + KEY + " than the request.");
                    }
                    return in.finish(() -> new RefreshRequest(
                                    user.get(), new Recipient.Spki(key), until.get(), payload, signature))
                            .mapLeft(Failure::of);
                })
                .mapLeft(failure -> failure.with(failure.problems().map(EmailAccountEndpoints::inPayload)));
    }

    private static Problem inPayload(Problem problem) {
        String field = FieldNames.of(problem).isEmpty() ? "kms_payload.payload" : "kms_payload.payload." + FieldNames.of(problem);
        return new Problem(field, problem.code(), problem.message());
    }
}
