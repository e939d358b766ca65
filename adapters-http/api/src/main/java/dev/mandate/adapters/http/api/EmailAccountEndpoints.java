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
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.ports.api.authority.EmailAuthorities.RefreshRequest;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedRequest;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Accounts by e-mail with the default provider: the key of a session is sealed to a key of the caller. */
final class EmailAccountEndpoints {

    private static final String KEY = "encryption_public_key";
    private static final String REFRESH = "refresh_session";
    private static final String END = "end_session";

    private EmailAccountEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of("", "/api/v1").flatMap(root -> Array.of(
                service.signIn(root + "/accounts/verify", Scope.CREATE, EmailAccountEndpoints::verify),
                service.signIn(root + "/auth", Scope.BUILD, EmailAccountEndpoints::signIn),
                // An open challenge may be one to register.
                service.signIn(root + "/auth/verify", Scope.CREATE, EmailAccountEndpoints::verify),
                service.signIn(root + "/auth/refresh-session", Scope.BUILD, EmailAccountEndpoints::refresh),
                service.signIn(root + "/auth/end-session", Scope.BUILD, EmailAccountEndpoints::end)));
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
        Option<String> challenge = in.optional("otp_id", Shapes.TEXT);
        Option<OneTimeCode> code = in.required("otp_code", AuthorityShapes.CODE);
        readProvider(in);
        Option<Bytes> key = in.requiredObject("kms_provider_config").flatMap(config -> config.required(KEY, Shapes.BASE64));
        SessionEnd end = readEnd(in);
        Option<Retry> retry = reading.retry();
        reading.renames(KEY, "kms_provider_config." + KEY);
        return reading.decide(() -> at.email()
                .flatMap(authorities -> who(email.get(), challenge)
                        .flatMap(who -> authorities.verify(
                                new CodeRequest(who, code.get(), new Recipient.Spki(key.get()), end), retry.get()))
                        .mapLeft(at::failure))
                .flatMap(signed -> signedIn(
                        signed, () -> policies(at, signed).map(policies -> AuthorityObjects.account(signed, policies)))));
    }

    /** An id of another form is the id of nothing. */
    private static Either<AuthorityRefusal, Who> who(EmailAddress email, Option<String> challenge) {
        return challenge.isEmpty()
                ? Either.right(new Who.ByEmail(email))
                : ChallengeId.parse(challenge.get())
                        .<Who>map(id -> new Who.ByEmailAndChallenge(email, id))
                        .toEither(() -> new AuthorityRefusal.ByRule(new IdentityRefusal.NoChallenge()));
    }

    private static SessionEnd readEnd(ObjectReader in) {
        return in.optional("expiration", AuthorityShapes.UNIX_TIME).<SessionEnd>map(SessionEnd.At::new).getOrElse(SessionEnd.Default::new);
    }

    /** Each of the two calls takes both names. */
    private static void readProvider(ObjectReader in) {
        var unused = in.optionalAs(Array.of("provider", "kms_provider"), AuthorityShapes.PROVIDER);
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
        SignedPayload signed = readPayload(reading.body());
        return reading.decide(() -> signed.read(REFRESH, in -> named(in, key.get()))
                .map(request -> new RefreshRequest(request, new Recipient.Spki(key.get())))
                .flatMap(request -> at.email()
                        .flatMap(authorities -> authorities.refresh(request).mapLeft(at::failure))
                        .map(proof -> Answer.ok(Json.object().set(
                                "authentication", Json.array(Array.of(AuthorityObjects.authentication(request.signed().user(), proof))))))));
    }

    /** The key that a payload names must be that of its request. */
    private static void named(ObjectReader payload, Bytes key) {
        if (payload.required(KEY, Shapes.BASE64).exists(other -> !other.equals(key))) {
            payload.reject(KEY, ServerCode.SPELLED_TWICE, "The payload names another " + KEY + " than the request.");
        }
    }

    /** Ends the session whose key has signed the payload. */
    private static Either<Failure, Answer> end(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        SignedPayload signed = readPayload(reading.body());
        return reading.decide(() -> signed.read(END, in -> {})
                .flatMap(request -> at.email().flatMap(authorities -> authorities.endSession(request).mapLeft(at::failure)))
                .map(time -> Answer.ok(AuthorityObjects.ended(time))));
    }

    private static SignedPayload readPayload(ObjectReader body) {
        Option<ObjectReader> in = body.requiredObject("kms_payload");
        return new SignedPayload(
                in.flatMap(fields -> fields.required("payload", Shapes.BASE64)), in.flatMap(fields -> fields.required("signature", Shapes.BASE64)));
    }

    /** A {@code kms_payload}; both are there if the request could be read. */
    private record SignedPayload(Option<Bytes> payload, Option<Bytes> signature) {

        /**
         * Reads what was signed.
         *
         * @param kind the request that the payload must be
         * @param more reads the fields that only this kind has
         */
        Either<Failure, SignedRequest> read(String kind, Consumer<ObjectReader> more) {
            return Json.parseObject(payload.get())
                    .map(json -> ObjectReader.of(json, Unknown.REFUSED))
                    .flatMap(in -> {
                        var unusedKind = in.required("kind", Shapes.word(LinkedHashMap.of(kind, kind)));
                        var user = in.required("user_id", AuthorityShapes.USER_ID);
                        more.accept(in);
                        Option<UnixTime> until = in.required("expires_at", AuthorityShapes.UNIX_TIME);
                        var unusedNonce = in.required("nonce", Shapes.TEXT);
                        return in.finish(() -> new SignedRequest(user.get(), until.get(), payload.get(), signature.get()))
                                .mapLeft(Failure::of);
                    })
                    .mapLeft(failure -> failure.with(failure.problems().map(EmailAccountEndpoints::inPayload)));
        }
    }

    private static Problem inPayload(Problem problem) {
        String field = FieldNames.of(problem).isEmpty() ? "kms_payload.payload" : "kms_payload.payload." + FieldNames.of(problem);
        return new Problem(field, problem.code(), problem.message());
    }
}
