package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * Asks the chain whether the message of a submitted transaction landed: under its first signature, if that is given, or in the history of an
 * address that the message names. The answer is certain, and agreed; where the history is too long for that, there is none.
 */
final class LandedLookup {

    private static final int READ_BITS = 14;

    private final Chain chain;
    private final ChainFormats formats;
    private final SignedSlots slots;

    /** Of searches that a request's calls to nodes did not suffice for. */
    private final BoundedCache<Tuple2<Chain, Signature>, Bytes32> read = new BoundedCache<>(READ_BITS);

    LandedLookup(Chain chain, ChainFormats formats, SignedSlots slots) {
        this.chain = chain;
        this.formats = formats;
        this.slots = slots;
    }

    /** What one source tells of a message. */
    private sealed interface Answer {

        record Landed(Landing landing) implements Answer {}

        /** @param blockhash whether the message can land still */
        record Absent(BlockhashStatus blockhash) implements Answer {}

        /** The history is too long to tell, or the message is in a block that may be dropped. */
        record Undecided() implements Answer {}
    }

    /** How a message landed: under these signatures of its signers, the first of which is its id on the chain. */
    record Landing(Array<Signature> signatures, long slot) {}

    /** The result of a lookup. */
    sealed interface Found {

        record Landed(Agreed<Landing> landing) implements Found {}

        /**
         * It did not land.
         *
         * @param blockhash unknown if no source knows a reason why the message could land still
         */
        record Absent(Agreed<BlockhashStatus> blockhash) implements Found {}
    }

    /**
     * Looks for the message of {@code parsed}.
     *
     * @param message of {@code parsed}, with its lookup tables, if they can be read
     * @param given signatures beside the transaction
     */
    Either<SubmissionRefusal, Found> find(ParsedTransaction parsed, Option<Message> message, Array<SignatureGiven> given) {
        Address payer = parsed.signers().head();
        Array<Signature> ids = given.filter(one -> one.signer().forAll(payer::equals))
                .map(SignatureGiven::signature)
                .append(parsed.signatures().head())
                .filter(signature -> slots.fits(parsed, payer, signature));
        Array<Address> named = named(parsed, message);
        Option<Address> nonce = message.flatMap(known -> known.instructions().headOption()).flatMap(formats.format()::advancedNonce);
        SourceAnswers<Answer> answers = SourceAnswers.of(
                chain, source -> ask(source, parsed, ids, named, nonce).map(Option::some), Answer.Landed.class::isInstance);
        return answers.alike(Answer.Landed.class::isInstance)
                .<Either<SubmissionRefusal, Found>>map(landed ->
                        Either.right(new Found.Landed(landed.map(one -> ((Answer.Landed) one).landing()))))
                .getOrElse(() -> answers.all().mapLeft(LandedLookup::silent).flatMap(LandedLookup::unlessLanded));
    }

    /** All sources have to say that it did not land: one that has it may remember more than the others. */
    private static Either<SubmissionRefusal, Found> unlessLanded(Agreed<Array<Answer>> answers) {
        if (answers.value().exists(Answer.Landed.class::isInstance)) {
            return Either.left(silent(new ChainFault.NodesDisagree()));
        }
        if (answers.value().exists(Answer.Undecided.class::isInstance)) {
            return Either.left(new SubmissionRefusal.HistoryIncomplete());
        }
        return Either.right(new Found.Absent(answers.map(all -> all.contains(new Answer.Absent(BlockhashStatus.VALID))
                ? BlockhashStatus.VALID
                : BlockhashStatus.UNKNOWN)));
    }

    private Either<ChainFault, Answer> ask(
            Chain source, ParsedTransaction parsed, Array<Signature> ids, Array<Address> named, Option<Address> nonce) {
        return (ids.isEmpty() ? Either.<ChainFault, Option<Answer>>right(Option.none()) : landedAs(source, ids))
                .flatMap(known -> known
                        .<Either<ChainFault, Answer>>map(Either::right)
                        .getOrElse(() -> searched(source, parsed, named, nonce, ids.nonEmpty())));
    }

    /** What is known of these signatures; none if nothing is. A status without its transaction is of a block that is not confirmed, or just was. */
    private static Either<ChainFault, Option<Answer>> landedAs(Chain source, Array<Signature> ids) {
        Supplier<Either<ChainFault, Seq<Option<SignatureStatus>>>> statuses = source.begin(() -> source.statuses(ids));
        return source.landed(ids).flatMap(landed -> landed.flatMap(one -> one)
                .headOption()
                .<Either<ChainFault, Option<Answer>>>map(one -> Either.right(Option.some(landed(one))))
                .getOrElse(() -> statuses.get().map(all -> Option.when(all.exists(Option::isDefined), Answer.Undecided::new))));
    }

    private static Answer landed(LandedTransaction landed) {
        return new Answer.Landed(new Landing(landed.signatures(), landed.slot()));
    }

    /**
     * Searches for the message. The age of a blockhash that the chain does not know is unknown, so the whole history is searched. If that is too
     * long, the refusal stands only where the signature was looked for as well, and the message did not land lately under another one.
     */
    private Either<ChainFault, Answer> searched(
            Chain source, ParsedTransaction parsed, Array<Address> named, Option<Address> nonce, boolean bySignature) {
        Supplier<Either<ChainFault, BlockhashStatus>> asked = source.begin(() -> status(source, parsed, nonce));
        return Lifetimes.ofBlockhash(source)
                .map(Lifetime::earliestSlot)
                .flatMap(lately -> asked.get().flatMap(status -> {
                    long earliest = status == BlockhashStatus.VALID && nonce.isEmpty() ? lately : 0;
                    return new MessageSearch(source, read).find(parsed.message(), named, earliest).flatMap(found -> switch (found) {
                        case MessageSearch.Found.Landed(var as) -> Either.right(landed(as));
                        case MessageSearch.Found.Nothing nothing -> Either.right(
                            nothing.since(bySignature ? lately : earliest) == HistorySearch.COMPLETE
                                    ? new Answer.Absent(status)
                                    : new Answer.Undecided());
                        case MessageSearch.Found.Unfinished(var fault, var far) ->
                            bySignature && far.since(lately) == HistorySearch.COMPLETE
                                    ? Either.right(new Answer.Absent(status))
                                    : Either.left(fault);
                    });
                }));
    }

    /** Whether the message can land: its blockhash is valid, or is the value of its durable nonce, or may be that again after a fork. */
    private Either<ChainFault, BlockhashStatus> status(Chain source, ParsedTransaction parsed, Option<Address> nonce) {
        return source.blockhashStatus(parsed.lifetime()).flatMap(status -> nonce
                .filter(account -> status == BlockhashStatus.UNKNOWN)
                .map(account -> NonceValue.read(source, formats.format(), account)
                        .flatMap(value -> value.contains(parsed.lifetime())
                                ? Either.right(true)
                                : Revocability.ofAdvance(source, formats.format(), account, parsed.lifetime()))
                        .map(possible -> possible ? BlockhashStatus.VALID : BlockhashStatus.UNKNOWN))
                .getOrElse(() -> Either.right(status)));
    }

    /** Addresses that the message names: its fee payer and nonce account, and what it touches of an account, whose history is often shorter. */
    private Array<Address> named(ParsedTransaction parsed, Option<Message> message) {
        SmartAccountProgram program = formats.program();
        Array<Instruction> instructions = message.map(known -> known.instructions().toArray()).getOrElse(Array::empty);
        return Array.of(parsed.signers().head())
                .appendAll(instructions.headOption().flatMap(formats.format()::advancedNonce))
                .appendAll(instructions.flatMap(program::settingsOf).map(SettingsAddress::address).headOption())
                .appendAll(instructions.flatMap(program::lifeCycle).map(LifeCycleInstruction::target).headOption());
    }

    private static SubmissionRefusal silent(ChainFault fault) {
        return new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
    }
}
