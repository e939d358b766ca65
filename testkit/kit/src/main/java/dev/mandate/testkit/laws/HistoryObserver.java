package dev.mandate.testkit.laws;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Records the accepted commands and counts votes independently. From the rules it takes only roster, time lock, admin and rent collector. */
final class HistoryObserver {

    private static final Dossier NOTHING = new Dossier();

    /** The record of one transaction. */
    static final class Dossier {
        @Nullable TransactionContent content;
        final Set<Address> approvals = new HashSet<>();
        final Set<Address> rejections = new HashSet<>();
        final Set<Address> cancellations = new HashSet<>();
        /** All voters at the time of the last approval. */
        Set<Address> votersThen = Set.of();

        int thresholdThen = Integer.MAX_VALUE;
        UnixTime lastApproval = new UnixTime(Long.MAX_VALUE);
        /** Enough voters rejected or cancelled the current proposal. */
        boolean turnedDown;
        /** The transaction itself was rejected or cancelled once. A new proposal cannot change this. */
        boolean dead;

        int executions;

        void forgetVotes() {
            approvals.clear();
            rejections.clear();
            cancellations.clear();
            thresholdThen = Integer.MAX_VALUE;
            turnedDown = false;
        }
    }

    private final Map<Long, Dossier> dossiers = new HashMap<>();
    private Settings settings;
    private long created;
    private long staleUpTo;

    HistoryObserver(GeneratedHistory history) {
        settings = history.created().settings();
    }

    /** Returns the record of a whole history. */
    static HistoryObserver ofAll(GeneratedHistory history) {
        HistoryObserver observer = new HistoryObserver(history);
        history.steps().forEach(observer::see);
        return observer;
    }

    Settings settings() {
        return settings;
    }

    long staleUpTo() {
        return staleUpTo;
    }

    long created() {
        return created;
    }

    Dossier of(long index) {
        return dossiers.getOrDefault(index, NOTHING);
    }

    /** Records a step; ignores a refused one. */
    void see(GeneratedHistory.Step step) {
        if (step.isAccepted()) {
            note(step.command(), step.at());
            settings = step.after().settings();
        }
    }

    private void note(Command command, UnixTime at) {
        switch (command) {
            case Command.CreateTransaction(Address by, TransactionContent content) -> {
                created++;
                open(created).content = content;
            }
            case Command.CreateProposal(Address by, long index, boolean draft) -> open(index).forgetVotes();
            case Command.CastVote(Address by, long index, Vote vote) -> vote(open(index), by, vote, at);
            case Command.Execute(Address by, long index) -> {
                Dossier dossier = open(index);
                dossier.executions++;
                if (dossier.content instanceof TransactionContent.SettingsChange(Array<SettingsAction> actions)) {
                    actions.forEach(this::outdate);
                }
            }
            case Command.ChangeAsAdmin(Address by, SettingsAction action) -> outdate(action);
            case Command.HandOver handOver -> staleUpTo = created;
            case Command.ActivateProposal activate -> {}
            case Command.Close close -> {}
            case Command.Spend spend -> {}
            case Command.CreateAccount create -> throw new AssertionError("a second account");
        }
    }

    private void vote(Dossier dossier, Address by, Vote vote, UnixTime at) {
        count(dossier, by, vote, at);
        dossier.dead |= dossier.turnedDown;
    }

    private void count(Dossier dossier, Address by, Vote vote, UnixTime at) {
        switch (vote) {
            case APPROVE -> {
                dossier.rejections.remove(by);
                dossier.approvals.add(by);
                dossier.votersThen = new HashSet<>(voters());
                dossier.thresholdThen = settings.roster().threshold().value();
                dossier.lastApproval = at;
            }
            case REJECT -> {
                dossier.approvals.remove(by);
                dossier.rejections.add(by);
                dossier.turnedDown = dossier.rejections.size()
                        > voters().size() - settings.roster().threshold().value();
            }
            case CANCEL -> {
                dossier.cancellations.retainAll(
                        settings.roster().signers().map(Signer::address).toJavaSet());
                dossier.cancellations.add(by);
                dossier.turnedDown = dossier.cancellations.size()
                        >= settings.roster().threshold().value();
            }
        }
    }

    Set<Address> voters() {
        return settings.roster()
                .signers()
                .filter(signer -> signer.may(Permission.CAN_VOTE))
                .map(Signer::address)
                .toJavaSet();
    }

    private void outdate(SettingsAction action) {
        boolean lasting =
                switch (action) {
                    case SettingsAction.AddSigner add -> true;
                    case SettingsAction.RemoveSigner remove -> true;
                    case SettingsAction.ChangeThreshold change -> true;
                    case SettingsAction.SetTimeLock set -> true;
                    case SettingsAction.SetRentCollector set -> false;
                    case SettingsAction.AddSpendingLimit add -> false;
                    case SettingsAction.RemoveSpendingLimit remove -> false;
                };
        staleUpTo = lasting ? created : staleUpTo;
    }

    private Dossier open(long index) {
        return dossiers.computeIfAbsent(index, unknown -> new Dossier());
    }

    /** An accepted execution. */
    record Execution(long index, Address by, UnixTime at) {}

    /** Checks each accepted execution against what was observed before it. */
    static void onEachExecution(GeneratedHistory history, BiConsumer<HistoryObserver, Execution> law) {
        HistoryObserver observer = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            if (step.isAccepted() && step.command() instanceof Command.Execute(Address by, long index)) {
                law.accept(observer, new Execution(index, by, step.at()));
            }
            observer.see(step);
        }
    }
}
