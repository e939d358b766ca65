package dev.mandate.engine.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.explain.AccountPower;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.PowerChange;
import dev.mandate.domain.explain.SignatureNeeds;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** Explains transactions: decoded to the end, with the money that they move, their hashes, and what deserves a second look. */
public final class TransactionExplainer {

    private static final long LAMPORTS_PER_SIGNATURE = 5_000;
    /** A blockhash lives for so many blocks ({@code MAX_PROCESSING_AGE}). */
    private static final int BLOCKS = 150;

    private final Network network;
    private final TransactionFormat format;
    private final AccountSource source;
    private final Array<LookupTable> tables;
    private final ContentExplainer contents;
    private final PowerReader power;
    private final Flags flags;

    private TransactionExplainer(
            Network network, ChainFormats formats, AccountSource source, Array<LookupTable> tables, Flags flags) {
        this.tables = tables;
        this.network = network;
        this.format = formats.format();
        this.source = source;
        this.contents = new ContentExplainer(formats, source);
        this.power = new PowerReader(formats, source);
        this.flags = flags;
    }

    /** Explains from the bytes alone. Stored content and lookup tables are not read. */
    public static TransactionExplainer offline(Network network, ChainFormats formats) {
        return new TransactionExplainer(network, formats, AccountSource.OFFLINE, Array.empty(), Flags.offline(formats));
    }

    /**
     * Explains with what the chain holds.
     *
     * @param own whether an account with these settings is the reader's
     */
    public static TransactionExplainer of(EngineParts parts, Predicate<SettingsAddress> own) {
        return new TransactionExplainer(
                parts.network(), parts.formats(), AccountSource.of(parts.chain()), Array.empty(), Flags.of(parts.chain(), parts.formats(), own));
    }

    /**
     * Explains with what was read of the chain before, by one node. Accounts' settings and token accounts are not among it, so their flags are unknown.
     *
     * @param tables lookup tables of the transaction itself
     * @param slot at which it was read
     */
    public static TransactionExplainer of(
            Network network, ChainFormats formats, Map<Address, AccountData> read, Array<LookupTable> tables, long slot) {
        return new TransactionExplainer(network, formats, AccountSource.of(read, slot), tables, Flags.offline(formats));
    }

    /** Explains with what the chain holds, without the history of settings: their flags are unknown. */
    public static TransactionExplainer ofContent(EngineParts parts) {
        return new TransactionExplainer(
                parts.network(), parts.formats(), AccountSource.of(parts.chain()), Array.empty(), Flags.offline(parts.formats()));
    }

    /** Explains with what the chain holds. Nobody knows whose an account is. */
    public static TransactionExplainer of(Network network, Chain chain, ChainFormats formats) {
        return new TransactionExplainer(network, formats, AccountSource.of(chain), Array.empty(), Flags.of(chain, formats, settings -> true));
    }

    /**
     * Explains a transaction, signed or not, or a message alone.
     *
     * @return refused if the bytes are neither, or if the chain does not have their lookup tables
     */
    public Either<BuildRefusal, Explanation> explain(Bytes bytes) {
        return parsed(bytes).flatMap(parsed -> resolved(parsed).flatMap(resolved ->
                silentOn(explain(parsed, resolved.message(), resolved.unread()))));
    }

    /** @param unread entries of lookup tables that were not read */
    private record Resolved(Message message, UnreadEntries unread) {}

    /** Explains a transaction of an account that is on the chain. */
    public Either<BuildRefusal, Explanation> explain(AccountRef account, long index) {
        return silentOn(contents.stored(account, index)
                        .flatMap(content -> power.of(content).flatMap(changed -> flags.of(content)
                                .map(found -> Explanation.ofStored(network, content, changed, found.appendAll(lockouts(changed)))))))
                .filterOrElse(
                        explained -> !explained.stored().exists(TransactionExplainer::isAbsent), absent -> new BuildRefusal.UnknownTransaction(index));
    }

    /**
     * The hash of the meaning of recorded content: the same that {@link #explain(AccountRef, long)} has.
     *
     * @return none if the content is not known to its end: it is opaque, or names other content that was not read
     */
    public Option<Bytes32> intent(AccountRef account, long index, TransactionContent content) {
        boolean isAlone = content.vaultInstructions().exists(contents::isAlone);
        return contents.recorded(account, index, content)
                .toOption()
                .filter(told -> isAlone || !told.withAll().exists(one -> one.body() instanceof ExplainedContent.Body.Unread))
                .flatMap(told -> Explanation.ofStored(network, told, Array.empty(), Array.empty()).intentHash());
    }

    private static boolean isAbsent(ExplainedContent content) {
        return content.digest().contains(VotePurpose.NOTHING);
    }

    private Either<BuildRefusal, ParsedTransaction> parsed(Bytes bytes) {
        return format.parse(bytes)
                .orElse(() -> format.parseMessage(bytes))
                .orElse(() -> format.parse(bytes))
                .mapLeft(refusal -> new BuildRefusal.BadTransaction(refusal.detail()));
    }

    private Either<BuildRefusal, Resolved> resolved(ParsedTransaction parsed) {
        Array<Address> used = parsed.tables().reject(table -> tables.exists(known -> known.table().equals(table)));
        return used.isEmpty()
                ? resolved(parsed, tables)
                : silentOn(source.accounts(used.map(format::lookupTableQuery))).flatMap(answer -> {
                    if (answer.isOffline()) {
                        UnreadEntries unread = UnreadEntries.of(used);
                        return resolved(parsed, tables.appendAll(unread.tables())).map(resolved -> new Resolved(resolved.message(), unread));
                    }
                    Array<LookupTable> found = used.flatMap(table ->
                            answer.accounts().get(table).flatMap(data -> format.readLookupTable(table, data).toOption()));
                    return used.find(table -> !found.exists(read -> read.table().equals(table)))
                            .<Either<BuildRefusal, Resolved>>map(missing -> Either.left(new BuildRefusal.TableMissing(missing)))
                            .getOrElse(() -> resolved(parsed, tables.appendAll(found)));
                });
    }

    private Either<BuildRefusal, Resolved> resolved(ParsedTransaction parsed, Array<LookupTable> all) {
        return format.resolve(parsed, all.filter(table -> parsed.tables().contains(table.table())))
                .bimap(refusal -> new BuildRefusal.BadTransaction(refusal.detail()), message -> new Resolved(message, UnreadEntries.NONE));
    }

    private Either<ChainFault, Explanation> explain(ParsedTransaction parsed, Message message, UnreadEntries unread) {
        Array<Instruction> all = message.instructions().toArray();
        return contents.explain(all.map(unread::without))
                .map(instructions -> unread.told(all, instructions))
                .flatMap(instructions -> power.of(instructions).flatMap(changed -> flags.of(parsed.signers(), instructions, isNonce(message))
                        .map(found -> Explanation.of(
                                network, parsed.message(), instructions, changed, signature(parsed, message), fee(parsed, message, instructions), found.appendAll(lockouts(changed))))))
                .map(unread::told);
    }

    /** Not certain: an address without a key may be a vault, for which its account acts. */
    private Array<ExplanationFlag> lockouts(Array<PowerChange> changes) {
        return changes.flatMap(change -> change instanceof PowerChange.OverSmartAccount(
                                Address vault, SettingsAddress settings, AccountPower.Known before, AccountPower.Known after, var from)
                        && before.settings().isGovernable(format::canSign, vault)
                        && !after.settings().isGovernable(format::canSign, vault)
                ? Option.some(new ExplanationFlag(
                        ExplanationFlag.Code.LOCKS_OUT, Option.none(), Option.some(settings.address()), ExplanationFlag.Certainty.UNKNOWN))
                : Option.<ExplanationFlag>none());
    }

    private boolean isNonce(Message message) {
        return message.instructions().headOption().flatMap(format::advancedNonce).isDefined();
    }

    private SignatureNeeds signature(ParsedTransaction parsed, Message message) {
        Validity validity = message.instructions()
                .headOption()
                .flatMap(first -> format.advancedNonce(first)
                        .<Validity>map(nonce -> new Validity.ByNonce(nonce, format.nonceAuthority(first), message.lifetime())))
                .getOrElse(() -> new Validity.ByBlockhash(message.lifetime(), BLOCKS));
        Array<Address> missing = parsed.signers().zip(parsed.signatures()).filter(slot -> slot._2.equals(Signature.EMPTY)).map(slot -> slot._1);
        return new SignatureNeeds(parsed.signers(), missing, validity);
    }

    /** Signatures that a program verifies cost as much as those of signers. */
    private BaseUnits fee(ParsedTransaction parsed, Message message, Array<ExplainedInstruction> instructions) {
        long verified = instructions.map(TransactionExplainer::verified).sum().longValue();
        BaseUnits base = BaseUnits.of((parsed.signers().length() + verified) * LAMPORTS_PER_SIGNATURE);
        return base.plus(format.priorityFee(message)).getOrElse(BaseUnits.MAX);
    }

    private static <T> Either<BuildRefusal, T> silentOn(Either<ChainFault, T> answer) {
        return answer.mapLeft(BuildRefusal.ChainSilent::new);
    }

    private static long verified(ExplainedInstruction one) {
        return one.decoded() instanceof DescribedInstruction.Decoded decoded && decoded.instruction().equals("verify_signatures")
                ? decoded.value("count").map(value -> value instanceof FieldValue.Count(BaseUnits count) ? count.bits() : 0L).getOrElse(0L)
                : 0;
    }
}
