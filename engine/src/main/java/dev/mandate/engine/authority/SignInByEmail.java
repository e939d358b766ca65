package dev.mandate.engine.authority;

import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.ChallengeId;
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
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.CredentialSealer.SealedCredential;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Lazy;
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

    /** @param await waits a short time for an account to be on the chain */
    public SignInByEmail(KeyLine by, EmailIdentities identities, UnaryOperator<CreationRecord> await) {
        this.by = by;
        this.identities = identities;
        this.await = await;
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
                        .flatMap(length -> counted(request))
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

    /** Counts a challenge for its API key and its address. */
    private Either<AuthorityRefusal, UnaryOperator<Commit>> counted(ChallengeRequest request) {
        UnixTime now = clock().now();
        return identities().starts().start(request.email(), now)
                .<AuthorityRefusal>mapLeft(AuthorityRefusal.ByRule::new)
                .flatMap(address -> identities().quota().start(by.first(), now)
                        .map(key -> commit -> address.apply(key.apply(commit))));
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
            case Who.ByChallenge(var known, var challenge) -> known;
        };
        Option<ChallengeId> named =
                request.who() instanceof Who.ByChallenge(var known, var challenge) ? Option.some(challenge) : Option.none();
        Option<EmailIdentity> identity = identities().find(user);
        return identity
                .flatMap(EmailIdentity::challenge)
                // Otherwise an address that once signed in would take more work than an unknown one, and its key would be judged.
                .filter(challenge -> clock().now().isBefore(challenge.expiresAt()))
                .<AuthorityRefusal>toEither(() -> new AuthorityRefusal.ByRule(new IdentityRefusal.NoChallenge()))
                .flatMap(challenge -> proof(request, challenge)
                        .flatMap(proof -> verified(user, new IdentityCommand.Verify(
                                // The code was compared with this challenge's, and a newer one may begin before the commit.
                                Option.some(named.getOrElse(challenge.id())),
                                match(challenge, request.code()),
                                proof,
                                identities.accounts().fresh(identity.get().email(), by)),
                                retry)))
                .flatMap(proof -> signedIn(user, proof));
    }

    private Either<AuthorityRefusal, SessionProof> verified(UserId user, IdentityCommand.Verify verify, Retry retry) {
        return identities().once(
                retry,
                text -> Option.when(!text.equals(RIGHT), () -> wrong(Integer.parseInt(text))),
                () -> identities().quota().wrongCode(by.first(), clock().now())
                        .<Either<AuthorityRefusal, SessionProof>>mapLeft(Either::left)
                        .flatMap(counted -> identities().decide(user, verify).mapLeft(SignInByEmail::answered).map(decided -> switch (
                        decided.result().events().head()) {
                    case IdentityEvent.Verified(var proof, var first) -> new Recorded<>(
                            first.isDefined() ? identities().creating(decided.commit(), user) : decided.commit(), Either.right(proof), RIGHT);
                    case IdentityEvent.CodeRejected rejected -> {
                        int left = decided.result().identity().challenge().get().attemptsLeft();
                        yield new Recorded<>(counted.apply(decided.commit()), wrong(left), String.valueOf(left));
                    }
                    case IdentityEvent.Started started -> throw unexpected(started);
                    case IdentityEvent.SignerNamed named -> throw unexpected(named);
                    case IdentityEvent.Refreshed refreshed -> throw unexpected(refreshed);
                })));
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
        return MessageDigest.isEqual(right, given.digits().getBytes(StandardCharsets.US_ASCII)) ? CodeMatch.RIGHT : CodeMatch.WRONG;
    }

    /** The answer if the code is right. It is made for a wrong code as well, which so takes the same time. */
    private Either<AuthorityRefusal, SessionProof> proof(CodeRequest request, Challenge challenge) {
        UnixTime now = clock().now();
        return end(request.end(), challenge, now).flatMap(until -> switch (request.recipient()) {
            case Recipient.Spki(var der) ->
                sealed(keys().p256OfSpki(der), identities.ports().sealer()::sealAuthorizationKey, der, request.end(), now, until);
            case Recipient.HexPoint(var digits) -> sealed(
                    keys().p256OfHex(digits),
                    identities.ports().sealer()::sealBundle,
                    Bytes.of(digits.getBytes(StandardCharsets.US_ASCII)),
                    request.end(),
                    now,
                    until);
        });
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
                        digest(spelled, end.toString()), new Session(made.publicKey(), now, until), made.sealed()));
    }

    private static Bytes32 digest(Bytes key, String rest) {
        return Sha256.of(Sha256.of(key).toArray(), rest.getBytes(StandardCharsets.UTF_8));
    }

    private static Either<AuthorityRefusal, UnixTime> end(SessionEnd asked, Challenge challenge, UnixTime now) {
        SessionEnd end = asked instanceof SessionEnd.Default ? challenge.end() : asked;
        return requireLength(end.secondsFrom(now)).map(now::plusSeconds);
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
                .flatMap(registration -> status(identity, registration)
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
    private Either<AuthorityRefusal, Creation.Status> status(
            EmailIdentity identity, Registration registration) {
        return identities.accounts()
                .order(identity.email(), registration)
                .fold(
                        refusal -> refusal instanceof CreationRefusal.NotBuilt(BuildRefusal.ChainSilent silent)
                                ? Either.right(Creation.Status.PENDING)
                                : Either.left(new AuthorityRefusal.NotCreated(
                                        refusal, identity.challenge().get().expiresAt())),
                        ordered -> Either.right(await.apply(ordered).status()));
    }

    @Override
    public Either<AuthorityRefusal, SessionProof> refresh(RefreshRequest request) {
        UserId user = request.user();
        UnixTime now = clock().now();
        return keys().canonicalJson(request.payload())
                .<AuthorityRefusal>mapLeft(malformed -> new AuthorityRefusal.NotSigned())
                .flatMap(canonical -> signer(user, canonical, request.signature()).flatMap(by -> sealed(
                                keys().p256OfSpki(request.recipient().der()),
                                identities.ports().sealer()::sealAuthorizationKey,
                                canonical,
                                new SessionEnd.Default(),
                                now,
                                now.plusSeconds(by.expiresAt().secondsSince(by.beganAt())))
                        .flatMap(proof -> identities()
                                .tell(
                                        user,
                                        new IdentityCommand.Refresh(by.key(), proof, request.until()),
                                        (commit, changed) -> commit)
                                .fold(SignInByEmail::answered, changed -> Either.right(proof)))));
    }

    /** The session whose key signed. A session that the same request replaced counts, so that the request can be repeated. */
    private Either<AuthorityRefusal, Session> signer(UserId user, Bytes canonical, Bytes signature) {
        return identities()
                .find(user)
                .flatMap(identity -> identity.sessions()
                        .appendAll(identity.replaced())
                        .find(session -> keys().check(session.key(), canonical, signature) == SignatureCheck.Verdict.VALID))
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
