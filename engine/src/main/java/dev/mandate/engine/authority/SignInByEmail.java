package dev.mandate.engine.authority;

import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.Challenge.Attempt;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.EmailIdentityRules;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityCommand.CodeMatch;
import dev.mandate.domain.authority.IdentityEvent;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.authority.Session;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.authority.SessionProof;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.authority.IdentityRepository.Recorded;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.CredentialSealer.SealedCredential;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Lazy;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Sign-in by e-mail under one API key. */
public final class SignInByEmail implements EmailAuthorities {

    private static final int ID_BYTES = 16;
    /** The record of a right code: asked again, the rules give the same answer. */
    private static final String RIGHT = "right";

    private final KeyLine by;
    private final EmailIdentities identities;
    private final UnaryOperator<CreationRecord> await;
    private final EngineParts parts;

    /** @param await waits a short time for an account to be on the chain */
    public SignInByEmail(KeyLine by, EmailIdentities identities, UnaryOperator<CreationRecord> await, EngineParts parts) {
        this.by = by;
        this.identities = identities;
        this.await = await;
        this.parts = parts;
    }

    @Override
    public Either<AuthorityRefusal, StartedChallenge> start(ChallengeRequest request, Retry retry) {
        UserId user = identities().user(request.email());
        ChallengeId id = new ChallengeId("otp_" + randomHex());
        Lazy<Either<AuthorityRefusal, Purpose>> purpose = Lazy.of(() -> purpose(request));
        return identities().once(
                retry,
                text -> Option.some(Either.right(started(user, request, text))),
                () -> requireLength(request.end().secondsFrom(clock().now()))
                        .flatMap(length -> identities().limits().start(request.email(), clock().now()).mapLeft(AuthorityRefusal.ByRule::new))
                        .flatMap(counted -> purpose.get()
                                .flatMap(known -> identities()
                                        .decide(user, new IdentityCommand.Start(request.email(), id, known, request.appName(), request.end()))
                                        .mapLeft(AuthorityRefusal.ByRule::new))
                                .map(decided -> counted.apply(identities().mailing(decided.commit(), user, id))))
                        .<Either<AuthorityRefusal, StartedChallenge>>mapLeft(Either::left)
                        .map(commit -> {
                            String text = id + "/" + commit.recordedAt().seconds();
                            return new Recorded<>(commit, Either.right(started(user, request, text)), text);
                        }));
    }

    /**
     * What the challenge is for. An identity that the journal has lost signs in if the vault has its key: with its code it is registered again. The vault is
     * asked for every address that signs in, so that no answer tells which ones are known.
     */
    private Either<AuthorityRefusal, Purpose> purpose(ChallengeRequest request) {
        return request.purpose() == Purpose.REGISTER
                ? Either.right(Purpose.REGISTER)
                : identities.accounts()
                        .signer(request.email())
                        .<AuthorityRefusal>mapLeft(AuthorityRefusal.VaultSilent::new)
                        .map(signer -> signer.isDefined() ? Purpose.REGISTER : Purpose.SIGN_IN);
    }

    private static StartedChallenge started(UserId user, ChallengeRequest request, String text) {
        String[] parts = text.split("/", 2);
        UnixTime at = new UnixTime(Long.parseLong(parts[1]));
        return new StartedChallenge(
                user, request.email(), new ChallengeId(parts[0]), at, at.plusSeconds(EmailIdentityRules.CHALLENGE_SECONDS));
    }

    private static <T> Either<AuthorityRefusal, T> byRule(IdentityRefusal refusal) {
        return Either.left(new AuthorityRefusal.ByRule(refusal));
    }

    @Override
    public Either<AuthorityRefusal, SignedIn> verify(CodeRequest request, Retry retry) {
        UserId user = switch (request.who()) {
            case Who.ByEmail(var email) -> identities().user(email);
            case Who.ByEmailAndChallenge(var email, var challenge) -> identities().user(email);
            case Who.ByChallenge(var known, var challenge) -> known;
        };
        Option<ChallengeId> named = switch (request.who()) {
            case Who.ByEmail email -> Option.none();
            case Who.ByEmailAndChallenge(var email, var challenge) -> Option.some(challenge);
            case Who.ByChallenge(var known, var challenge) -> Option.some(challenge);
        };
        Option<EmailIdentity> identity = identities().find(user);
        Seq<Challenge> open = identity.toArray()
                // Otherwise an address that once signed in would take more work than an unknown one, and its key would be judged.
                .flatMap(known -> known.challengesAt(clock().now()))
                .filter(challenge -> named.forAll(challenge.id()::equals));
        if (open.isEmpty()) {
            return byRule(new IdentityRefusal.NoChallenge());
        }
        Map<ChallengeId, CodeMatch> codes = open.toLinkedMap(Challenge::id, challenge -> match(challenge, request.code()));
        Option<Challenge> met = open.find(challenge -> codes.get(challenge.id()).contains(CodeMatch.RIGHT));
        UnixTime now = clock().now();
        return until(request.end(), met, now)
                .flatMap(until -> proof(request, now, until))
                .flatMap(proof -> verified(
                        requireDefaultLength(request.end(), met, now),
                        user,
                        identity.get().email(),
                        new IdentityCommand.Verify(
                                named.isDefined() ? Attempt.WITH_ID : Attempt.WITHOUT_ID,
                                codes,
                                proof,
                                identities.accounts().fresh(identity.get().email(), by)),
                        retry))
                .flatMap(proof -> parts.request(() -> signedIn(user, proof)));
    }

    /** @param defaultLength refused only once the code is counted: earlier it would tell that the code is right */
    private Either<AuthorityRefusal, SessionProof> verified(
            Either<AuthorityRefusal, Long> defaultLength, UserId user, EmailAddress email, IdentityCommand.Verify verify, Retry retry) {
        return identities().once(
                retry,
                text -> Option.when(!text.equals(RIGHT), () -> wrong(Integer.parseInt(text))),
                () -> identities().decide(user, verify).mapLeft(SignInByEmail::answered).flatMap(decided -> identities().limits()
                        .wrongCode(email, clock().now())
                        .<Either<AuthorityRefusal, SessionProof>>mapLeft(SignInByEmail::byRule)
                        .flatMap(counted -> switch (decided.result().events().head()) {
                            case IdentityEvent.Verified(var proof, var first, var challenge) -> defaultLength
                                    .<Either<AuthorityRefusal, SessionProof>>mapLeft(Either::left)
                                    .map(fine -> new Recorded<>(
                                            first.isDefined() ? identities().creating(decided.commit(), user) : decided.commit(),
                                            Either.right(proof),
                                            RIGHT));
                            case IdentityEvent.CodeRejected(var challenges, var attempt) -> {
                                int left = attemptsLeft(decided.result().identity(), challenges, attempt);
                                yield Either.right(new Recorded<>(counted.apply(decided.commit()), wrong(left), String.valueOf(left)));
                            }
                            case IdentityEvent.Started started -> throw unexpected(started);
                            case IdentityEvent.SignerNamed signer -> throw unexpected(signer);
                            case IdentityEvent.Refreshed refreshed -> throw unexpected(refreshed);
                            case IdentityEvent.SessionEnded ended -> throw unexpected(ended);
                        })));
    }

    private static int attemptsLeft(EmailIdentity identity, Seq<ChallengeId> challenges, Attempt attempt) {
        return identity.challenges()
                .filter(challenge -> challenges.contains(challenge.id()))
                .map(challenge -> challenge.attemptsLeft(attempt))
                .max()
                .get();
    }

    private static Either<AuthorityRefusal, SessionProof> wrong(int attemptsLeft) {
        return Either.left(new AuthorityRefusal.WrongCode(attemptsLeft));
    }

    private static IllegalStateException unexpected(IdentityEvent event) {
        return new IllegalStateException("no answer to a code: " + event);
    }

    private static Either<AuthorityRefusal, SessionProof> answered(IdentityRefusal refusal) {
        return refusal instanceof IdentityRefusal.Answered(var before)
                ? Either.right(before)
                : byRule(refusal);
    }

    /** The comparison takes the same time for every code. */
    private CodeMatch match(Challenge challenge, OneTimeCode given) {
        byte[] right = identities.ports().codes().of(challenge.id()).digits().getBytes(StandardCharsets.US_ASCII);
        boolean isRight = MessageDigest.isEqual(right, given.digits().getBytes(StandardCharsets.US_ASCII))
                && challenge.delivery() == Challenge.Delivery.MAILED;
        return isRight ? CodeMatch.RIGHT : CodeMatch.WRONG;
    }

    /**
     * The answer if the code is right. It is made for a wrong code as well, which so takes the same time. That it is refused does not depend on the code.
     */
    private Either<AuthorityRefusal, SessionProof> proof(CodeRequest request, UnixTime now, UnixTime until) {
        return switch (request.recipient()) {
            case Recipient.Spki(var der) ->
                sealed(keys().p256OfSpki(der), identities.ports().sealer()::sealAuthorizationKey, der, request.end(), now, until);
            case Recipient.HexPoint(var digits) -> sealed(
                    keys().p256OfHex(digits),
                    identities.ports().sealer()::sealBundle,
                    Bytes.of(digits.getBytes(StandardCharsets.US_ASCII)),
                    request.end(),
                    now,
                    until);
        };
    }

    private static Either<AuthorityRefusal, SessionProof> sealed(
            Either<AuthorityKeys.Malformed, P256PublicKey> recipient,
            Function<P256PublicKey, SealedCredential> seal,
            Bytes spelled,
            SessionEnd end,
            UnixTime now,
            UnixTime until) {
        return recipient
                .<AuthorityRefusal>mapLeft(malformed -> new AuthorityRefusal.BadRecipient(malformed.detail()))
                .map(seal)
                .map(made -> new SessionProof(
                        digest(spelled, end.toString()), new Session(made.publicKey(), now, until, now), made.sealed()));
    }

    private static Bytes32 digest(Bytes key, String rest) {
        return Sha256.of(Sha256.of(key).toArray(), rest.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * When the session ends; refused only for what the request says. The end that a challenge names is known only with the right code, so it is judged by {@link
     * #requireDefaultLength} later.
     */
    private static Either<AuthorityRefusal, UnixTime> until(SessionEnd requested, Option<Challenge> met, UnixTime now) {
        return requested instanceof SessionEnd.Default
                ? Either.right(now.plusSeconds(Math.clamp(
                        ofChallenge(met).secondsFrom(now), 1, EmailIdentityRules.MAX_SESSION_SECONDS)))
                : requireLength(requested.secondsFrom(now)).map(now::plusSeconds);
    }

    private static Either<AuthorityRefusal, Long> requireDefaultLength(SessionEnd requested, Option<Challenge> met, UnixTime now) {
        return requireLength((requested instanceof SessionEnd.Default ? ofChallenge(met) : requested).secondsFrom(now));
    }

    private static SessionEnd ofChallenge(Option<Challenge> met) {
        return met.map(Challenge::end).getOrElse(SessionEnd.Default::new);
    }

    private static Either<AuthorityRefusal, Long> requireLength(long seconds) {
        long most = EmailIdentityRules.MAX_SESSION_SECONDS;
        return seconds >= 1 && seconds <= most ? Either.right(seconds) : Either.left(new AuthorityRefusal.SessionLength(seconds, most));
    }

    private Either<AuthorityRefusal, SignedIn> signedIn(UserId user, SessionProof proof) {
        EmailIdentity identity = identities().find(user).get();
        return identities.accounts()
                .complete(user, identity)
                .<AuthorityRefusal>mapLeft(AuthorityRefusal.VaultSilent::new)
                .flatMap(registration -> status(identity, proof, registration)
                        .map(status -> new SignedIn(
                                user,
                                identity.email(),
                                proof,
                                registration.key(),
                                registration.signer().get(),
                                registration.account().get(),
                                status)));
    }

    /** Without the chain the account is pending: workers order it later. */
    private Either<AuthorityRefusal, Creation.Status> status(EmailIdentity identity, SessionProof proof, Registration registration) {
        return identities.accounts()
                .order(identity.email(), registration)
                .fold(
                        refusal -> switch (refusal) {
                            case CreationRefusal.NotBuilt(BuildRefusal.ChainSilent silent) -> Either.right(Creation.Status.PENDING);
                            case CreationRefusal.NotBuilt(BuildRefusal.VaultSilent(var fault)) ->
                                Either.left(new AuthorityRefusal.VaultSilent(fault));
                            case CreationRefusal other ->
                                Either.left(new AuthorityRefusal.NotCreated(other, repeatableUntil(identity, proof)));
                        },
                        ordered -> Either.right(await.apply(ordered).status()));
    }

    /** Newer challenges may have voided the one that was met. */
    private UnixTime repeatableUntil(EmailIdentity identity, SessionProof proof) {
        return identity.challenges().find(challenge -> challenge.proof().contains(proof)).map(Challenge::expiresAt).getOrElse(clock().now());
    }

    @Override
    public Either<AuthorityRefusal, SessionProof> refresh(RefreshRequest request) {
        UserId user = request.signed().user();
        UnixTime now = clock().now();
        return canonical(request.signed())
                .flatMap(canonical -> signer(request.signed(), canonical, EmailIdentity::replaced).flatMap(by -> sealed(
                                keys().p256OfSpki(request.recipient().der()),
                                identities.ports().sealer()::sealAuthorizationKey,
                                canonical,
                                new SessionEnd.Default(),
                                now,
                                now.plusSeconds(by.expiresAt().secondsSince(by.beganAt())))
                        .flatMap(proof -> identities()
                                .tell(
                                        user,
                                        new IdentityCommand.Refresh(by.key(), proof, request.signed().until()),
                                        (commit, changed) -> commit)
                                .fold(SignInByEmail::answered, changed -> Either.right(((IdentityEvent.Refreshed) changed.events().head()).proof())))));
    }

    @Override
    public Either<AuthorityRefusal, UnixTime> endSession(SignedRequest request) {
        return canonical(request)
                .flatMap(canonical -> signer(request, canonical, identity -> Option.none()))
                .flatMap(by -> identities()
                        .tell(request.user(), new IdentityCommand.EndSession(by.key(), request.until()), (commit, changed) -> commit)
                        .fold(
                                refusal -> refusal instanceof IdentityRefusal.SessionEndedBefore(UnixTime at) ? Either.right(at) : byRule(refusal),
                                changed -> Either.right(((IdentityEvent.SessionEnded) changed.events().head()).at())));
    }

    private Either<AuthorityRefusal, Bytes> canonical(SignedRequest request) {
        return keys().canonicalJson(request.payload()).mapLeft(malformed -> new AuthorityRefusal.NotSigned());
    }

    /**
     * The session whose key signed.
     *
     * @param former the session that the same request has replaced, if it may be repeated
     */
    private Either<AuthorityRefusal, Session> signer(
            SignedRequest request, Bytes canonical, Function<EmailIdentity, Option<Session>> former) {
        return identities()
                .find(request.user())
                .flatMap(identity -> identity.sessions()
                        .appendAll(former.apply(identity))
                        .find(session -> keys().check(session.key(), canonical, request.signature()) == SignatureCheck.Verdict.VALID))
                .toEither(AuthorityRefusal.NotSigned::new);
    }

    private IdentityRepository identities() {
        return identities.book();
    }

    private AuthorityKeys keys() {
        return identities.keys();
    }

    private ServerClock clock() {
        return identities.clock();
    }

    private String randomHex() {
        byte[] bytes = new byte[ID_BYTES];
        random().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private SecureRandom random() {
        return identities.random();
    }
}
