package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * Asks the chain whether the message of a submitted transaction landed: under its first signature, if that is given, or in the history of an
 * address that the message names. An answer of "no" is certain; where the history is too long for that, there is none.
 */
final class LandedLookup {

    private final Chain chain;
    private final ChainFormats formats;
    private final SignedSlots slots;
    private final MessageSearch search;

    LandedLookup(Chain chain, ChainFormats formats, SignedSlots slots) {
        this.chain = chain;
        this.formats = formats;
        this.slots = slots;
        this.search = new MessageSearch(chain);
    }

    /**
     * The landed transaction with the message of {@code parsed}; none if it did not land.
     *
     * @param message of {@code parsed}, with its lookup tables, if they can be read
     * @param given signatures beside the transaction
     */
    Either<SubmissionRefusal, Option<LandedTransaction>> find(
            AccountRef account, ParsedTransaction parsed, Option<Message> message, Array<SignatureGiven> given) {
        Address payer = parsed.signers().head();
        Array<Signature> ids = given.filter(one -> one.signer().forAll(payer::equals))
                .map(SignatureGiven::signature)
                .append(parsed.signatures().head())
                .filter(signature -> slots.fits(parsed, payer, signature));
        return (ids.isEmpty() ? Either.<ChainFault, Option<LandedTransaction>>right(Option.none()) : landedAs(ids))
                .<SubmissionRefusal>mapLeft(LandedLookup::silent)
                .flatMap(known -> known.isDefined() ? Either.right(known) : searched(parsed, named(account, parsed, message), ids.nonEmpty()));
    }

    private Either<ChainFault, Option<LandedTransaction>> landedAs(Array<Signature> ids) {
        return chain.landed(ids).map(landed -> landed.flatMap(one -> one).headOption());
    }

    /**
     * Searches for the message. The age of a blockhash that the chain does not know is unknown, so the whole history is searched. If that is too
     * long, the refusal stands only where the signature was looked for as well, and the message did not land lately under another one.
     */
    private Either<SubmissionRefusal, Option<LandedTransaction>> searched(
            ParsedTransaction parsed, Array<Address> named, boolean bySignature) {
        Supplier<Either<ChainFault, BlockhashStatus>> asked = chain.begin(() -> chain.blockhashStatus(parsed.lifetime()));
        return Lifetimes.ofBlockhash(chain)
                .map(Lifetime::earliestSlot)
                .flatMap(lately -> asked.get().flatMap(status -> {
                    long earliest = status == BlockhashStatus.VALID ? lately : 0;
                    return search.find(parsed.message(), named, earliest)
                            .map(found -> Tuple.of(found, bySignature ? lately : earliest));
                }))
                .<SubmissionRefusal>mapLeft(LandedLookup::silent)
                .flatMap(search -> switch (search._1) {
                    case MessageSearch.Found.Landed(var as) -> Either.right(Option.some(as));
                    case MessageSearch.Found.Nothing nothing -> switch (nothing.since(search._2)) {
                        case COMPLETE -> Either.right(Option.none());
                        case CUT_SHORT, NOT_MADE -> Either.left(new SubmissionRefusal.HistoryIncomplete());
                    };
                });
    }

    /** Addresses that the message names: its fee payer and nonce account, and what it touches of the account, whose history is often shorter. */
    private Array<Address> named(AccountRef account, ParsedTransaction parsed, Option<Message> message) {
        SmartAccountProgram program = formats.program();
        Array<Instruction> instructions = message.map(known -> known.instructions().toArray()).getOrElse(Array::empty);
        return Array.of(parsed.signers().head())
                .appendAll(instructions.headOption().flatMap(formats.format()::advancedNonce))
                .appendAll(instructions.flatMap(program::settingsOf).filter(account.settings()::equals).map(SettingsAddress::address).headOption())
                .appendAll(instructions.flatMap(program::lifeCycle).map(LifeCycleInstruction::target).headOption());
    }

    private static SubmissionRefusal silent(ChainFault fault) {
        return new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault));
    }
}
