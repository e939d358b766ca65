package dev.mandate.engine.query;

import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.review.TransactionReview;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentReader;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.engine.content.VoteCheck;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.review.AddressKinds;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Reads an account's transactions for display: state, content, who can vote now, and when they can be executed. */
public final class TransactionViews {

    private static final int MAX_LIMIT = 100;

    private final Chain chain;
    private final Network network;
    private final ChainFormats formats;
    private final ChainReader reader;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final ContentReader contents;
    private final VoteCheck voteCheck;

    public TransactionViews(ChainReader reader, EngineParts parts) {
        this.chain = parts.chain();
        this.network = parts.network();
        this.formats = parts.formats();
        this.reader = reader;
        this.program = parts.program();
        this.format = parts.format();
        this.contents = new ContentReader(chain, program, format);
        this.voteCheck = new VoteCheck(program);
    }

    public Either<BuildRefusal, TransactionView> one(Address account, long index) {
        return index < 1
                ? Either.left(new BuildRefusal.UnknownTransaction(index))
                : reader.load(account, Array.of(index), Array.empty())
                        .flatMap(loaded -> views(loaded, Array.of(index)))
                        .flatMap(found -> found.headOption()
                                .toEither(() -> new BuildRefusal.UnknownTransaction(index)));
    }

    public Either<BuildRefusal, TransactionPage> page(Address account, Option<Long> before, int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page holds 1 to " + MAX_LIMIT + " transactions, not " + limit);
        }
        return newest(account)
                .map(newest -> before.filter(bound -> bound <= newest).map(bound -> Math.max(bound, 1) - 1).getOrElse(newest))
                .map(from -> Array.rangeClosedBy(from, Math.max(1, from - limit + 1), -1))
                .flatMap(indexes -> reader.load(account, indexes, Array.empty())
                        .flatMap(loaded -> views(loaded, indexes).map(items -> new TransactionPage(items, reached(loaded, indexes, items)))));
    }

    /** The index of the last transaction of a page; none if it is the oldest. The page is shorter if the request has no calls to nodes left. */
    private static Option<Long> reached(LoadedAccount loaded, Array<Long> indexes, Array<TransactionView> items) {
        boolean isShortened = items.length() < stored(loaded, indexes).length();
        return (isShortened ? items.lastOption().map(view -> view.transaction().index()) : indexes.lastOption()).filter(index -> index > 1);
    }

    private static Array<ManagedTransaction> stored(LoadedAccount loaded, Array<Long> indexes) {
        return indexes.flatMap(index -> loaded.account().transactions().get(index));
    }

    private Either<BuildRefusal, Long> newest(Address account) {
        return reader.load(account, Array.empty(), Array.empty())
                .map(loaded -> loaded.settings().transactionIndex());
    }

    private Either<BuildRefusal, Array<TransactionView>> views(LoadedAccount loaded, Array<Long> indexes) {
        Array<ManagedTransaction> transactions = stored(loaded, indexes);
        return reader.eachTable(transactions.flatMap(this::tables).distinct())
                .flatMap(tables -> shown(loaded.ref(), transactions, tables))
                .flatMap(all -> ChainReader.silentOn(AddressKinds.read(
                                chain, formats, HashSet.of(loaded.ref()), all.flatMap(shown -> receivers(loaded.ref(), shown))))
                        .map(kinds -> all.map(shown -> view(shown, loaded, kinds))));
    }

    /** The first of {@code transactions}: as many as the request's calls to nodes suffice for, and at least one. */
    private Either<BuildRefusal, Array<Shown>> shown(
            AccountRef account, Array<ManagedTransaction> transactions, ChainReader.ReadTables tables) {
        Array<Shown> all = Array.empty();
        int receivers = 0;
        for (ManagedTransaction transaction : transactions) {
            Either<BuildRefusal, Shown> next = shown(transaction, instructions(account, transaction, tables.tables()), tables.accounts());
            receivers += next.map(shown -> receivers(account, shown).length()).getOrElse(0);
            boolean suffice = next.fold(TransactionViews::isWithinBudget, shown -> true) && NodeCallBudget.hasLeft(AddressKinds.mostCalls(receivers));
            if (all.nonEmpty() && !suffice) {
                break;
            }
            if (next.isLeft()) {
                return Either.left(next.getLeft());
            }
            all = all.append(next.get());
        }
        return Either.right(all);
    }

    private static boolean isWithinBudget(BuildRefusal refusal) {
        return !(refusal instanceof BuildRefusal.ChainSilent(ChainFault.BudgetExceeded spent));
    }

    /**
     * A transaction as it is shown.
     *
     * @param said its instructions, with all content within
     * @param tables the accounts of lookup tables
     */
    private record Shown(
            ManagedTransaction stored,
            Either<BuildRefusal, Array<Instruction>> readable,
            ContentTree said,
            Map<Address, AccountData> tables) {}

    private Array<GiveawayWarning> warnings(AccountRef account, Shown shown, AddressKinds kinds) {
        return stored(shown.stored)
                .map(content -> shown.said.warnings(program.vaultAddress(account, content.vaultIndex()), program, format))
                .getOrElse(Array::empty)
                .appendAll(TransactionReview.unusable(receivers(account, shown), kinds::of));
    }

    private Array<MoneyReceiver> receivers(AccountRef account, Shown shown) {
        return stored(shown.stored)
                .map(content -> shown.said.receivers(program.vaultAddress(account, content.vaultIndex()), program, format))
                .getOrElse(() -> shown.stored.content().toArray()
                        .flatMap(content -> content.settingsActions().flatMap(MoneyReceiver::of)));
    }

    private Array<Address> tables(ManagedTransaction transaction) {
        return stored(transaction).flatMap(program::tablesOf).toArray().flatMap(tables -> tables);
    }

    private Either<BuildRefusal, Array<Instruction>> instructions(
            AccountRef account, ManagedTransaction transaction, Map<Address, Either<BuildRefusal, LookupTable>> tables) {
        Option<TransactionContent.VaultInstructions> stored = stored(transaction);
        if (stored.isEmpty()) {
            return Either.right(Array.empty());
        }
        return Either.sequenceRight(tables(transaction).flatMap(tables::get))
                .flatMap(used -> ChainReader.expected(
                        program.transactionAddress(account, transaction.index()), program.restore(stored.get(), used)));
    }

    private static Option<TransactionContent.VaultInstructions> stored(ManagedTransaction transaction) {
        return transaction.content().flatMap(content -> switch (content) {
            case TransactionContent.SettingsChange change -> Option.none();
            case TransactionContent.Opaque opaque -> Option.none();
            case TransactionContent.VaultInstructions instructions -> Option.some(instructions);
        });
    }

    private Either<BuildRefusal, Shown> shown(
            ManagedTransaction stored, Either<BuildRefusal, Array<Instruction>> readable, Map<Address, AccountData> tables) {
        return ChainReader.silentOn(contents.ofVault(readable.getOrElse(Array.empty())))
                .map(said -> new Shown(stored, readable, said, tables));
    }

    private TransactionView view(Shown shown, LoadedAccount loaded, AddressKinds kinds) {
        ManagedTransaction stored = shown.stored;
        ContentTree said = shown.said;
        Settings settings = loaded.settings();
        Option<String> why = program.unreadable(said.instructions())
                .orElse(() -> stored.proposal().exists(TransactionViews::isFinal)
                        ? Option.none()
                        : voteCheck.problem(said).map(found -> found._1.why()));
        ManagedTransaction transaction = why.map(reason -> opaque(stored, reason)).getOrElse(stored);
        Either<BuildRefusal, Array<Instruction>> instructions =
                why.isDefined() ? Either.right(Array.empty()) : shown.readable;
        return new TransactionView(
                transaction,
                loaded.read()
                        .at(program.query(program.transactionAddress(loaded.ref(), transaction.index())))
                        .owned()
                        .flatMap(program::proposer),
                settings.makesStale(transaction.index()),
                transaction.votersUnder(settings),
                executableAt(transaction, settings),
                instructions,
                why.isDefined() ? Option.none() : explanation(shown, loaded),
                why.isDefined() ? Array.empty() : warnings(loaded.ref(), shown, kinds),
                loaded.now());
    }

    private Option<Explanation> explanation(Shown shown, LoadedAccount loaded) {
        Map<Address, AccountData> read = loaded.read().owned().merge(shown.tables).merge(shown.said.read());
        return TransactionExplainer.of(network, formats, read, Array.empty(), loaded.read().slot())
                .explain(loaded.ref(), shown.stored.index())
                .toOption();
    }

    /** Whether it is over. Then content within may be closed, which takes nothing from what the transaction was. */
    private static boolean isFinal(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Draft draft -> false;
            case Proposal.Active active -> false;
            case Proposal.Approved approved -> false;
            case Proposal.Executed executed -> true;
            case Proposal.Rejected rejected -> true;
            case Proposal.Cancelled cancelled -> true;
        };
    }

    /** The transaction with opaque content. Content whose effect cannot be shown is never shown as something else. */
    private static ManagedTransaction opaque(ManagedTransaction transaction, String why) {
        return new ManagedTransaction(
                transaction.index(),
                stored(transaction).map(content -> new TransactionContent.Opaque(why, content.message())),
                transaction.proposal());
    }

    private static Option<UnixTime> executableAt(ManagedTransaction transaction, Settings settings) {
        return transaction.canBeExecutedUnder(settings)
                        && transaction.proposal().getOrNull() instanceof Proposal.Approved approved
                ? Option.some(settings.timeLock().releases(approved.since()))
                : Option.none();
    }
}
