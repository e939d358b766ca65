package dev.mandate.engine.authority;

import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Session;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.authority.ApprovalRepository.Approved;
import dev.mandate.engine.authority.ManagedKeyRepository.ManagedKey;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.authority.PolicySignerRepository.Voter;
import dev.mandate.engine.limit.ApprovedUses;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.LimitPayment;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Decides what the vault signs for a tenant. It signs for a signer only if the signer's authority has approved a payload that names the account
 * and the hash of exactly this message. Only this class constructs an {@link AuthorizedMessage}.
 *
 * <p>Payloads are not stored. They follow from the message, their signer and their expiry, which is a multiple of {@link #STEP_SECONDS}; the
 * nonce is a keyed hash of these, so nobody can make a payload beforehand. A payload is spent by the submission of its message. At most two payloads
 * of a message and a signer are good at a time: a signature is compared with these two, or with the one whose expiry the approval names. Of several
 * signers and sessions those come first that have no approval yet, and the newest that are alive, until {@link #CHECKS} are made.
 */
final class ManagedSigning {

    /** A payload is good for one to two steps. */
    static final long STEP_SECONDS = 900;

    /** The most payloads and keys that one approval is compared with. */
    static final int CHECKS = 8;

    private static final int NONCE_BYTES = 16;

    private final TenantJournal journal;
    private final AuthorityPorts ports;
    private final IdentityRepository identities;
    private final ManagedKeyRepository keys;
    private final ApprovalRepository approvals;
    private final EngineLimits limits;
    private final ApprovedUses approvedUses;
    private final PolicySignerRepository policySigners;

    ManagedSigning(
            TenantJournal journal,
            AuthorityPorts ports,
            IdentityRepository identities,
            ManagedKeyRepository keys,
            EngineLimits limits,
            PolicySignerRepository policySigners) {
        this.journal = journal;
        this.ports = ports;
        this.identities = identities;
        this.keys = keys;
        this.approvals = new ApprovalRepository(journal);
        this.limits = limits;
        this.approvedUses = new ApprovedUses(limits);
        this.policySigners = policySigners;
    }

    /** A payload for each managed signer of {@code unsigned}. */
    Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned) {
        Bytes32 message = Sha256.of(unsigned.message());
        UnixTime expiry = expiries(journal.clock().now()).last();
        return managed(unsigned.signers()).map(managed -> new KmsPayload(
                switch (managed._2.authority()) {
                    case SignerAuthority.Email email -> KmsPayload.Scheme.SESSION;
                    case SignerAuthority.Secp256k1 key -> KmsPayload.Scheme.SECP256K1;
                },
                managed._1,
                payload(account, managed._1, message, expiry)));
    }

    private Array<Tuple2<Address, ManagedKey>> managed(Array<Address> signers) {
        return signers.flatMap(signer -> keys.find(signer).map(key -> Tuple.of(signer, key)));
    }

    private Bytes payload(Address account, Address signer, Bytes32 message, UnixTime expiry) {
        String named = "payload/%s%s/%s/%s/%s".formatted(
                journal.prefix(), account, signer, Bytes.of(message.toArray()).toHex(), expiry.seconds());
        Bytes nonce = Bytes.of(ports.ids().of(named).toArray(), 0, NONCE_BYTES);
        return new SigningPayload(journal.network(), account, signer, message, nonce, expiry).bytes();
    }

    /** The expiries of payloads that are good now, the earlier first. */
    private static Array<UnixTime> expiries(UnixTime now) {
        long next = Math.floorDiv(now.seconds(), STEP_SECONDS) + 1;
        return Array.of(new UnixTime(next * STEP_SECONDS), new UnixTime((next + 1) * STEP_SECONDS));
    }

    /** The approval of {@code content} by the authority of a managed signer; none if the signer's key is not managed here. */
    Option<Either<ApprovalProblem, Approved>> approval(Address signer, Bytes content, Bytes signature) {
        return keys.find(signer).map(key -> by(candidate(signer, key), CHECKS, Array.of(content), signature));
    }

    /**
     * Signs the tenant's transactions.
     *
     * @param rosters the signers of an account, as they are on the chain now
     */
    ManagedSigner signer(Function<Address, Either<BuildRefusal, Agreed<Roster>>> rosters) {
        return (account, message, parsed, id, given, admission) -> approved(account.address(), parsed, given)
                .flatMap(approved -> ready(account, message.value(), parsed, approved.keySet(), admission)
                        .flatMap(used -> signed(parsed, approved)
                                .flatMap(bySigners -> byPolicySigners(account, message, parsed, rosters)
                                        .map(voters -> bySigners.map1(signatures -> signatures.appendAll(voters))))
                                .flatMap(bySigners -> (used.isEmpty()
                                                ? Either.<SubmissionRefusal, ManagedSigner.Signed>right(ManagedSigner.Signed.NOTHING)
                                                : withPolicyKeys(message.value(), parsed))
                                        .map(byLimits -> new ManagedSigner.Signed(
                                                bySigners._1.appendAll(byLimits.signatures()),
                                                commit -> byLimits.evidence().apply(
                                                        bySigners._2.isEmpty() ? commit : approvals.add(commit, id, bySigners._2)))))));
    }

    /**
     * Before a policy key signs, all others have signed or approved. Then the use is reserved that its signer approves, if it was not before. What is
     * built here uses one limit: with more of them nothing is reserved. Nothing is read if no policy key is a signer.
     */
    private Either<SubmissionRefusal, Array<EngineLimit>> ready(
            AccountRef account, Message message, ParsedTransaction parsed, Set<Address> approving, ManagedSigner.Admission admission) {
        Array<EngineLimit> used = used(parsed);
        return used.isEmpty()
                ? Either.right(used)
                : admission
                        .requireSignatures(approving
                                .addAll(used.map(limit -> limit.subject().policyKey()))
                                .addAll(policySigners.find(account.address()).map(Voter::address)))
                        .flatMap(given -> used.length() > 1
                                ? Either.right(used)
                                : approvedUses
                                        .reserve(account, used.head(), message, parsed, approving.toArray(), admission)
                                        .map(Array::of));
    }

    private Array<EngineLimit> used(ParsedTransaction parsed) {
        return parsed.signers().flatMap(signer -> limits.book().ofPolicyKey(signer));
    }

    /**
     * The signatures of policy keys for the one message that is reserved. It lives by a recent blockhash. The signature leaves the engine only with the
     * commit in which the limit takes note of it.
     */
    private Either<SubmissionRefusal, ManagedSigner.Signed> withPolicyKeys(Message message, ParsedTransaction parsed) {
        Array<EngineLimit> used = used(parsed);
        return used.isEmpty()
                ? Either.right(ManagedSigner.Signed.NOTHING)
                : limits.clock()
                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                        .flatMap(now -> withPolicyKeys(message, parsed, used, now));
    }

    private Either<SubmissionRefusal, ManagedSigner.Signed> withPolicyKeys(
            Message message, ParsedTransaction parsed, Array<EngineLimit> used, LimitClock now) {
        EngineLimitCommand.Sign sign = new EngineLimitCommand.Sign(Sha256.of(parsed.message()));
        Function<Commit, Either<SubmissionRefusal, Commit>> evidence = commit -> used.foldLeft(
                Either.right(commit),
                (so, limit) -> so.flatMap(far -> limits.book()
                        .add(far, limit.subject().limit(), sign, now)
                        .mapLeft(why -> notUsed(limit.subject().limit(), why, message, sign.message()))));
        return evidence.apply(Commit.at(journal.clock().now()))
                .flatMap(allowed -> Either.sequenceRight(used.map(limit -> vaultSignature(limit, parsed.message()))))
                .map(signatures -> new ManagedSigner.Signed(Array.ofAll(signatures), evidence));
    }

    /**
     * Each use that is built here has a memo, and none lives by a durable nonce. Its signers have signed it, or an approval would have reserved it
     * just now. So the journal may have lost its reservation, unless a reserved use has its memo: then the message is another one under the memo.
     */
    private SubmissionRefusal notUsed(Address limit, EngineLimitRefusal why, Message message, Bytes32 id) {
        Array<String> memos = memos(message);
        boolean isLost = limits.book().findUse(limit, id).isEmpty()
                && message.instructions().headOption().flatMap(limits.format()::advancedNonce).isEmpty()
                && !memos.isEmpty()
                && !memos.forAll(reservedMemos(limit)::contains);
        return isLost ? new SubmissionRefusal.LimitUseUnrecorded(limit, why) : new SubmissionRefusal.LimitNotUsed(limit, why);
    }

    private Array<String> reservedMemos(Address limit) {
        return limits.book()
                .find(limit)
                .toArray()
                .flatMap(kept -> kept.reservations().flatMap(one -> limits.book().findUse(limit, one.message())))
                .flatMap(use -> limits.format().parse(use.transaction()).toOption())
                .flatMap(parsed -> limits.format().resolve(parsed, Array.empty()).toOption())
                .flatMap(this::memos);
    }

    private Array<String> memos(Message message) {
        return message.instructions().toArray().flatMap(limits.program()::limitPayment).flatMap(LimitPayment::memo);
    }

    /**
     * The signatures of the engine's own voters in the account. They approve, and do nothing else: an API key must not reject, cancel or pay by them.
     * They vote only while they are necessary: if the admin has lowered the threshold elsewhere, their votes would take the place of others'.
     */
    private Either<SubmissionRefusal, Array<SignatureGiven>> byPolicySigners(
            AccountRef account,
            Agreed<Message> message,
            ParsedTransaction parsed,
            Function<Address, Either<BuildRefusal, Agreed<Roster>>> rosters) {
        Array<Voter> known = policySigners.find(account.address());
        Array<Voter> asked = known.filter(
                voter -> parsed.signers().tail().contains(voter.address()) && approvesAlone(account, message.value(), voter.address()));
        return asked.isEmpty()
                ? Either.right(Array.empty())
                : rosters.apply(account.address())
                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.NotAsked::new)
                        .flatMap(roster -> NecessaryVoters.areNecessary(roster.value(), known.map(Voter::address).toSet())
                                ? votes(parsed, asked)
                                : Either.right(Array.empty()));
    }

    private Either<SubmissionRefusal, Array<SignatureGiven>> votes(ParsedTransaction parsed, Array<Voter> voters) {
        return Either.sequenceRight(voters
                        .map(voter -> ports.vault()
                                .sign(new AuthorizedMessage(journal.tenant(), voter.key(), voter.address(), parsed.message()))
                                .<SubmissionRefusal>mapLeft(SubmissionRefusal.VaultSilent::new)
                                .map(signature -> new SignatureGiven(voter.address(), signature))))
                .map(Array::ofAll);
    }

    /** Where its vote is one too many it signs beside an approval. */
    private boolean approvesAlone(AccountRef account, Message message, Address voter) {
        return message.instructions()
                .filter(instruction -> instruction.accounts().exists(meta -> meta.address().equals(voter)))
                .forAll(instruction -> limits.program().lifeCycle(instruction).exists(step ->
                        step instanceof LifeCycleInstruction.CastVote vote
                                && vote.vote() == Vote.APPROVE
                                && vote.settings().equals(account.settings())));
    }

    private Either<SubmissionRefusal, SignatureGiven> vaultSignature(EngineLimit limit, Bytes message) {
        EngineLimitSubject subject = limit.subject();
        return ports.vault()
                .sign(new AuthorizedMessage(subject.tenant(), subject.key(), subject.policyKey(), message))
                .<SubmissionRefusal>mapLeft(SubmissionRefusal.VaultSilent::new)
                .map(signature -> new SignatureGiven(subject.policyKey(), signature));
    }

    private Either<SubmissionRefusal, Tuple2<Array<SignatureGiven>, Seq<Approved>>> signed(
            ParsedTransaction parsed, Map<Address, Tuple2<ManagedKey, Approved>> approved) {
        return Either.sequenceRight(approved.map(one -> ports.vault()
                        .sign(new AuthorizedMessage(journal.tenant(), one._2._1.id(), one._1, parsed.message()))
                        .<SubmissionRefusal>mapLeft(SubmissionRefusal.VaultSilent::new)
                        .map(signature -> new SignatureGiven(one._1, signature))))
                .map(signatures -> Tuple.of(Array.ofAll(signatures), approved.values().map(Tuple2::_2)));
    }

    /** A managed signer, and the sessions of its authority. */
    private record Candidate(Address signer, ManagedKey key, Seq<Session> sessions) {}

    private Candidate candidate(Address signer, ManagedKey key) {
        return new Candidate(signer, key, switch (key.authority()) {
            case SignerAuthority.Email(var user) ->
                identities.find(user).map(EmailIdentity::sessions).getOrElse(Array::empty);
            case SignerAuthority.Secp256k1 own -> Array.empty();
        });
    }

    /** The approvals by signer; refused if one of them is for no signer, or for one that has an approval. */
    private Either<SubmissionRefusal, Map<Address, Tuple2<ManagedKey, Approved>>> approved(
            Address account, ParsedTransaction parsed, Array<PayloadApproval> given) {
        Array<Candidate> candidates = given.isEmpty()
                ? Array.empty()
                : managed(parsed.signers()).map(one -> candidate(one._1, one._2));
        Bytes32 message = Sha256.of(parsed.message());
        Map<Address, Tuple2<ManagedKey, Approved>> found = LinkedHashMap.empty();
        for (int index = 0; index < given.length(); index++) {
            PayloadApproval approval = given.get(index);
            Map<Address, Tuple2<ManagedKey, Approved>> before = found;
            Array<Candidate> named = candidates.filter(one -> approval.signer().forAll(one.signer()::equals))
                    .sortBy(one -> before.containsKey(one.signer()));
            Either<ApprovalProblem, Tuple2<ManagedKey, Approved>> next = approved(account, message, named, approval)
                    .filterOrElse(one -> !before.containsKey(one._2.signer()), one -> ApprovalProblem.SIGNER_HAS_APPROVAL);
            if (next.isLeft()) {
                return Either.left(new SubmissionRefusal.ApprovalRefused(index, next.getLeft()));
            }
            found = found.put(next.get()._2.signer(), next.get());
        }
        return Either.right(found);
    }

    /** The approval, and the key of the only signer that it can be for: a payload names its signer, and a session's key approves for one. */
    private Either<ApprovalProblem, Tuple2<ManagedKey, Approved>> approved(
            Address account, Bytes32 message, Array<Candidate> candidates, PayloadApproval approval) {
        if (candidates.isEmpty()) {
            return Either.left(ApprovalProblem.NO_MANAGED_SIGNER);
        }
        return switch (approval) {
            case PayloadApproval.Signed(var named, var payload, var signature) -> {
                UnixTime now = journal.clock().now();
                Array<UnixTime> good = expiries(now);
                Array<UnixTime> expiries = payload.flatMap(SigningPayload::expiryOf)
                        .filter(expiry -> !good.last().isBefore(expiry))
                        .map(Array::of)
                        .getOrElse(good);
                int compared = CHECKS / expiries.length();
                Array<Candidate> tried = candidates.take(compared);
                yield fitting(
                        tried,
                        one -> by(one, compared / tried.length(), expiries.map(expiry -> payload(account, one.signer(), message, expiry)), signature))
                        .filterOrElse(found -> expiries.exists(now::isBefore), found -> ApprovalProblem.PAYLOAD_EXPIRED);
            }
            case PayloadApproval.Stamped(var named, var stamp, var body) -> fitting(candidates, one -> session(one, stamp.key())
                    .flatMap(session -> ports.keys().check(session.key(), body, stamp.signature()) == Verdict.VALID
                            ? Either.right(new Approved(one.signer(), stamp.key().toString(), Sha256.of(body), stamp.signature()))
                            : Either.left(ApprovalProblem.NOT_BY_AUTHORITY)));
        };
    }

    private static Either<ApprovalProblem, Tuple2<ManagedKey, Approved>> fitting(
            Array<Candidate> candidates, Function<Candidate, Either<ApprovalProblem, Approved>> approval) {
        return candidates
                .iterator()
                .map(one -> approval.apply(one).map(by -> Tuple.of(one.key(), by)))
                .find(tried -> !tried.swap().exists(ApprovalProblem.NOT_BY_AUTHORITY::equals))
                .getOrElse(Either.left(ApprovalProblem.NOT_BY_AUTHORITY));
    }

    /**
     * The authority's signature of one of {@code payloads}.
     *
     * @param compared the sessions whose keys are compared
     */
    private Either<ApprovalProblem, Approved> by(Candidate signer, int compared, Array<Bytes> payloads, Bytes signature) {
        return switch (signer.key().authority()) {
            case SignerAuthority.Email(var user) -> payloads
                    .iterator()
                    .flatMap(payload -> signer.sessions()
                            .reverse()
                            .sortBy(session -> alive(session).isLeft())
                            .take(compared)
                            .find(session -> ports.keys().check(session.key(), payload, signature) == Verdict.VALID)
                            .map(session -> Tuple.of(session, payload)))
                    .headOption()
                    .toEither(ApprovalProblem.NOT_BY_AUTHORITY)
                    .flatMap(one -> alive(one._1).map(session ->
                            new Approved(signer.signer(), session.key().toString(), Sha256.of(one._2), signature)));
            case SignerAuthority.Secp256k1(var owner, var format) -> payloads
                    .find(payload -> ports.keys().check(owner, format, payload, signature) == Verdict.VALID)
                    .map(payload -> new Approved(signer.signer(), owner.toString(), Sha256.of(payload), signature))
                    .toEither(ApprovalProblem.NOT_BY_AUTHORITY);
        };
    }

    private Either<ApprovalProblem, Session> session(Candidate signer, P256PublicKey stamping) {
        return signer.sessions()
                .find(session -> session.key().equals(stamping))
                .toEither(ApprovalProblem.NOT_BY_AUTHORITY)
                .flatMap(this::alive);
    }

    private Either<ApprovalProblem, Session> alive(Session session) {
        return session.isAlive(journal.clock().now()) ? Either.right(session) : Either.left(ApprovalProblem.SESSION_ENDED);
    }
}
