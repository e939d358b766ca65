package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LimitPayment;
import dev.mandate.ports.spi.program.ParsedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Uses of limits that the engine keeps, for which no intent was signed: an entitled managed signer has approved the submitted transaction
 * itself. The approved payload names the hash of its message, so it authorises this use and no other. The amount is reserved as with an intent,
 * in a commit of its own before the policy key signs.
 */
public final class ApprovedUses {

    /** The network's fee for each signature. */
    private static final long LAMPORTS_PER_SIGNATURE = 5_000;

    private final EngineLimits limits;

    public ApprovedUses(EngineLimits limits) {
        this.limits = limits;
    }

    /**
     * Reserves the use of {@code limit} in {@code message}, unless it is reserved. Nothing happens if nobody has approved, or if the message is
     * none that is built for a use: then the policy key does not sign.
     *
     * @param approving signers of the message whose authorities have approved it
     * @param admission asked last before something is reserved: what is refused otherwise would hold the amount until it lapses
     */
    public Either<SubmissionRefusal, EngineLimit> reserve(
            AccountRef account,
            EngineLimit limit,
            Message message,
            ParsedTransaction parsed,
            Seq<Address> approving,
            ManagedSigner.Admission admission) {
        Bytes32 id = Sha256.of(parsed.message());
        Option<Address> by = approving.find(limit.terms().signers()::contains).orElse(approving::headOption);
        return limit.reservation(id).isDefined() || by.isEmpty()
                ? Either.right(limit)
                : payment(account, limit, message)
                        .map(payment -> reserved(account, limit, message, parsed, by.get(), payment, admission))
                        .getOrElse(() -> Either.right(limit));
    }

    /**
     * The only thing in {@code message} that the policy key signs for: one payment within its limit. It pays no fee, and no durable nonce keeps
     * the message.
     */
    private Option<LimitPayment> payment(AccountRef account, EngineLimit limit, Message message) {
        Address key = limit.subject().policyKey();
        Array<Instruction> signed = message.instructions()
                .toArray()
                .filter(instruction -> instruction.accounts().exists(meta -> meta.address().equals(key)));
        boolean isPlain = limit.subject().account().equals(account.address())
                && !message.feePayer().equals(key)
                && message.instructions().forAll(instruction -> limits.format().advancedNonce(instruction).isEmpty())
                && signed.length() == 1
                && limits.program().settingsOf(signed.head()).contains(account.settings())
                && signed.head().accounts().count(meta -> meta.address().equals(key)) == 1;
        return Option.when(isPlain, signed)
                .flatMap(one -> limits.program().limitPayment(one.head()))
                .filter(payment -> payment.limit().equals(limit.subject().limit()));
    }

    private Either<SubmissionRefusal, EngineLimit> reserved(
            AccountRef account,
            EngineLimit limit,
            Message message,
            ParsedTransaction parsed,
            Address by,
            LimitPayment payment,
            ManagedSigner.Admission admission) {
        Bytes32 id = Sha256.of(parsed.message());
        return limits.counted(limit)
                .mapLeft(ApprovedUses::refusal)
                .flatMap(counted -> limits.standing(account, counted).mapLeft(SubmissionRefusal.NotAsked::new))
                .flatMap(chains -> {
                    EngineLimitCommand.Reserve reserve = new EngineLimitCommand.Reserve(
                            id, by, payment.destination(), payment.amount(), chains._1.window().start());
                    return allowed(limit.subject().limit(), reserve, chains._2)
                            .flatMap(fine -> admission.require())
                            .flatMap(fine -> reserve(limit.subject().limit(), reserve, parsed, fee(message, parsed), chains._2));
                });
    }

    /** Whether the limit allows it now; nothing is recorded. */
    private Either<SubmissionRefusal, Commit> allowed(Address limit, EngineLimitCommand.Reserve reserve, LimitClock now) {
        return limits.book()
                .add(Commit.at(limits.book().now()), limit, reserve, now)
                .mapLeft(why -> new SubmissionRefusal.LimitNotUsed(limit, why));
    }

    private Either<SubmissionRefusal, EngineLimit> reserve(
            Address limit, EngineLimitCommand.Reserve reserve, ParsedTransaction parsed, FeeQuote fee, LimitClock now) {
        LimitUse use = new LimitUse(
                limit,
                limits.format().withSignatures(parsed, parsed.signers().map(signer -> Signature.EMPTY)),
                fee,
                now.reading().expiry().plusSeconds(EngineLimitRules.LAPSE_SECONDS));
        Either<EngineLimitRefusal, Address> told = limits.book().reserve(reserve, use, now);
        EngineLimit after = limits.book().find(limit).get();
        // Another call with the same message may have been faster.
        return told.isRight() || after.reservation(reserve.message()).isDefined()
                ? Either.right(after)
                : Either.left(new SubmissionRefusal.LimitNotUsed(limit, told.getLeft()));
    }

    /**
     * What the network takes. The chain tells no fee of a message whose blockhash it no longer knows, which the landing check refuses for good. Rents are
     * not known here: nothing tells which token account the transaction creates.
     */
    private FeeQuote fee(Message message, ParsedTransaction parsed) {
        return new FeeQuote(
                message.feePayer(),
                BaseUnits.of(LAMPORTS_PER_SIGNATURE * parsed.signers().length()),
                limits.format().priorityFee(message),
                BaseUnits.ZERO,
                Array.empty());
    }

    private static SubmissionRefusal refusal(LimitUseRefusal refused) {
        return switch (refused) {
            case LimitUseRefusal.NotBuilt(BuildRefusal why) -> new SubmissionRefusal.NotAsked(why);
            case LimitUseRefusal.ByRule(Address limit, EngineLimitRefusal why) -> new SubmissionRefusal.LimitNotUsed(limit, why);
            case LimitUseRefusal.HistoryIncomplete incomplete -> new SubmissionRefusal.HistoryIncomplete();
            case LimitUseRefusal.ByIntent intent -> throw intent(intent);
            case LimitUseRefusal.NonceNotAllowed nonce -> throw intent(nonce);
            case LimitUseRefusal.KeyReused reused -> throw intent(reused);
            case LimitUseRefusal.Landed landed -> throw intent(landed);
        };
    }

    private static IllegalStateException intent(LimitUseRefusal refused) {
        return new IllegalStateException("no intent was asked for: " + refused);
    }
}
