package dev.mandate.engine.explain;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.ExplanationFlag.Certainty;
import dev.mandate.domain.explain.ExplanationFlag.Code;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.review.TransactionReview;
import dev.mandate.engine.review.AddressKinds;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionBatches;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** Finds what deserves a second look. Giveaways and receivers are judged as the review judges them. */
final class Flags {

    private static final long WEEK_SECONDS = 7 * 86_400L;
    /** So many of an account's transactions are looked into at once. */
    private static final int PAGE = 20;
    /** An account with more transactions in a week is not looked into further: the flag is unknown. */
    private static final int MOST_PAGES = 5;

    private final Option<Chain> chain;
    private final ChainFormats formats;
    private final SmartAccountProgram program;
    private final Predicate<SettingsAddress> own;

    private Flags(Option<Chain> chain, ChainFormats formats, Predicate<SettingsAddress> own) {
        this.chain = chain;
        this.formats = formats;
        this.program = formats.program();
        this.own = own;
    }

    /** Nobody knows whose an account is, and what the chain holds. */
    static Flags offline(ChainFormats formats) {
        return new Flags(Option.none(), formats, settings -> true);
    }

    static Flags of(Chain chain, ChainFormats formats, Predicate<SettingsAddress> own) {
        return new Flags(Option.some(chain), formats, own);
    }

    /** The flags of a transaction. */
    Either<ChainFault, Array<ExplanationFlag>> of(Array<Address> signers, Array<ExplainedInstruction> instructions, boolean durable) {
        Array<Instruction> outer = raw(instructions);
        Array<GiveawayWarning> own = signers.flatMap(signer -> formats.format().warnings(signer, outer))
                .appendAll(instructions.flatMap(one -> one.contents().flatMap(content -> warnings(content).map(warning -> at(warning, one.number())))));
        Array<MoneyReceiver> receivers = signers.flatMap(signer -> formats.format().receivers(signer, outer))
                .appendAll(program.receivers(outer))
                .appendAll(instructions.flatMap(one -> one.contents().flatMap(content -> receivers(content).map(to -> to.at(one.number())))));
        Set<SettingsAddress> accounts = outer.flatMap(this::settings)
                .appendAll(instructions.flatMap(ExplainedInstruction::contents).map(ExplainedContent::settings))
                .appendAll(instructions.flatMap(ExplainedInstruction::withAll).flatMap(one -> settings(one.instruction())))
                .toLinkedSet();
        return all(own, receivers, accounts).map(flags -> flags.appendAll(Option.when(
                durable, () -> new ExplanationFlag(Code.DURABLE_NONCE, Option.some(0), Option.none(), Certainty.CERTAIN))));
    }

    /** The flags of content that is on the chain. Its instructions count as those of a transaction. */
    Either<ChainFault, Array<ExplanationFlag>> of(ExplainedContent content) {
        Array<ExplainedContent> all = content.withAll();
        return all(
                all.flatMap(this::warnings),
                all.flatMap(this::receivers),
                all.map(ExplainedContent::settings)
                        .appendAll(content.instructions().flatMap(ExplainedInstruction::withAll).flatMap(one -> settings(one.instruction())))
                        .toLinkedSet());
    }

    private Either<ChainFault, Array<ExplanationFlag>> all(
            Array<GiveawayWarning> giveaways, Array<MoneyReceiver> receivers, Set<SettingsAddress> accounts) {
        Set<AccountRef> refs = accounts.map(program::accountOf);
        return kinds(refs, receivers).flatMap(kinds -> ofAccounts(accounts).map(ofAccounts -> giveaways
                .appendAll(TransactionReview.unusable(receivers, kinds::of))
                .map(Flags::flag)
                .appendAll(accounts.filter(settings -> !own.test(settings))
                        .map(settings -> about(Code.NOT_OURS, settings, Certainty.CERTAIN)))
                .appendAll(ofAccounts)));
    }

    private Either<ChainFault, AddressKinds> kinds(Set<AccountRef> refs, Array<MoneyReceiver> receivers) {
        return chain.map(there -> AddressKinds.read(there, formats, refs, receivers))
                .getOrElse(() -> Either.right(AddressKinds.known(formats, refs, HashMap.empty())));
    }

    private Option<SettingsAddress> settings(Instruction instruction) {
        return program.settingsOf(instruction).orElse(() -> program.batches().step(instruction).map(TransactionBatches.Step::settings));
    }

    private static Array<Instruction> raw(Array<ExplainedInstruction> instructions) {
        return instructions.distinctBy(ExplainedInstruction::number).map(ExplainedInstruction::instruction);
    }

    private Array<GiveawayWarning> warnings(ExplainedContent content) {
        return content.body() instanceof Body.OfVault(int index, Address vault, Array<ExplainedInstruction> instructions)
                ? formats.format().warnings(vault, raw(instructions))
                : Array.empty();
    }

    private Array<MoneyReceiver> receivers(ExplainedContent content) {
        return switch (content.body()) {
            case Body.Unread unread -> Array.empty();
            case Body.OfBatch batch -> Array.empty();
            case Body.OfSettings settings -> settings.actions().flatMap(MoneyReceiver::of);
            case Body.OfVault(int index, Address vault, Array<ExplainedInstruction> instructions) ->
                formats.format().receivers(vault, raw(instructions)).appendAll(program.receivers(raw(instructions)));
        };
    }

    private static GiveawayWarning at(GiveawayWarning warning, int number) {
        return new GiveawayWarning(warning.code(), number, warning.account());
    }

    private static ExplanationFlag flag(GiveawayWarning warning) {
        return new ExplanationFlag(
                Code.valueOf(warning.code().name()), Option.some(warning.instruction()), Option.some(warning.account()), Certainty.CERTAIN);
    }

    private static ExplanationFlag about(Code code, SettingsAddress settings, Certainty certainty) {
        return new ExplanationFlag(code, Option.none(), Option.some(settings.address()), certainty);
    }

    private Either<ChainFault, Array<ExplanationFlag>> ofAccounts(Set<SettingsAddress> accounts) {
        if (accounts.isEmpty()) {
            return Either.right(Array.empty());
        }
        return chain.map(there -> there.accounts(accounts.toArray().map(settings -> program.query(settings.address())))
                        .map(found -> accounts.toArray().flatMap(settings -> ofAccount(there, found, settings))))
                .getOrElse(() -> Either.right(accounts.toArray()
                        .flatMap(settings -> Array.of(Code.SETTINGS_CHANGED_RECENTLY, Code.TIME_LOCK_ZERO)
                                .map(code -> about(code, settings, Certainty.UNKNOWN)))));
    }

    /** An account that does not exist yet has no settings that could have changed. */
    private Array<ExplanationFlag> ofAccount(Chain there, AccountsSnapshot found, SettingsAddress address) {
        return found.at(program.query(address.address()))
                .owned()
                .flatMap(data -> program.readSettings(address, data).toOption())
                .toArray()
                .flatMap(read -> changed(there, found.chainTime(), address)
                        .toArray()
                        .appendAll(Option.when(isHasty(read.settings()), () -> about(Code.TIME_LOCK_ZERO, address, Certainty.CERTAIN))));
    }

    private static boolean isHasty(Settings settings) {
        return settings.timeLock().equals(TimeLock.NONE)
                && settings.roster().threshold().value() * 2 < settings.roster().holders(Permission.CAN_VOTE).length();
    }

    /** Whether the account's settings have changed within a week; unknown if the history does not tell all of the week, or is too long. */
    private Option<ExplanationFlag> changed(Chain there, UnixTime now, SettingsAddress address) {
        UnixTime since = now.plusSeconds(-WEEK_SECONDS);
        Week week = new Week(Option.none(), Certainty.CERTAIN);
        for (int page = 0; page < MOST_PAGES && NodeCallBudget.hasLeft(PAGE + 1); page++) {
            Either<Option<Certainty>, Week> after = further(there, since, address, week);
            if (after.isLeft()) {
                return after.getLeft().map(certainty -> about(Code.SETTINGS_CHANGED_RECENTLY, address, certainty));
            }
            week = after.get();
        }
        return Option.some(about(Code.SETTINGS_CHANGED_RECENTLY, address, Certainty.UNKNOWN));
    }

    /**
     * How far the last week was read.
     *
     * @param before the oldest transaction that was looked into
     * @param certainty unknown if one of them could not be read
     */
    private record Week(Option<Signature> before, Certainty certainty) {}

    /** One page further back, or the end: whether there is a flag, and how certain it is. */
    private Either<Option<Certainty>, Week> further(Chain there, UnixTime since, SettingsAddress address, Week week) {
        Option<Array<LandedSignature>> page = there.history(address.address(), week.before(), PAGE).toOption().flatMap(found -> found).map(Seq::toArray);
        Array<LandedSignature> lately = page.getOrElse(Array::empty)
                .filter(one -> one.failure().isEmpty() && one.time().forAll(time -> !time.isBefore(since)));
        Option<Array<Option<LandedTransaction>>> landed =
                lately.isEmpty() ? Option.some(Array.empty()) : there.landed(lately.map(LandedSignature::signature)).toOption();
        boolean changed = landed.getOrElse(Array::empty)
                .flatMap(one -> one)
                .exists(one -> one.instructions().map(RanInstruction::instruction).exists(ran -> changes(ran, address)));
        Certainty certainty = landed.exists(all -> all.forAll(Option::isDefined)) ? week.certainty() : Certainty.UNKNOWN;
        boolean isOver = page.forAll(all -> all.length() < PAGE || all.last().time().exists(time -> time.isBefore(since)));
        return changed
                ? Either.left(Option.some(Certainty.CERTAIN))
                : isOver || page.isEmpty()
                        ? Either.left(Option.when(certainty == Certainty.UNKNOWN || page.isEmpty(), Certainty.UNKNOWN))
                        : Either.right(new Week(page.map(all -> all.last().signature()), certainty));
    }

    private boolean changes(Instruction ran, SettingsAddress address) {
        return program.settingsOf(ran).contains(address)
                && (program.adminInstruction(ran).isDefined()
                        || formats.instructions()
                                .decode(ran, Array.of(ran), HashMap.empty())
                                .exists(one -> one instanceof DescribedInstruction.Decoded decoded
                                        && decoded.instruction().equals("config_transaction_execute")));
    }
}
