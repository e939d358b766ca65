package dev.mandate.testkit.naive;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Voters;
import io.vavr.control.Option;
import java.util.List;

/** Compares an account in both models, with every vote and timestamp. */
final class Difference {

    private Difference() {}

    /** Returns the first difference. */
    static Option<String> between(SmartAccount account, NaiveMultisig naive, NaiveCommands names) {
        String found = settings(account.settings(), naive, names);
        if (found.isEmpty()) {
            found = transactions(account, naive, names);
        }
        if (found.isEmpty()) {
            found = limits(account, naive, names);
        }
        return found.isEmpty() ? Option.none() : Option.some(found);
    }

    private static String settings(Settings settings, NaiveMultisig naive, NaiveCommands names) {
        List<int[]> members = naive.members;
        if (members.size() != settings.roster().signers().size()) {
            return "number of signers";
        }
        int at = 0;
        for (Signer signer : settings.roster().signers()) {
            int[] member = members.get(at++);
            if (member[0] != names.of(signer.address()) || member[1] != signer.permissions().mask()) {
                return "signer " + signer;
            }
        }
        if (settings.roster().threshold().value() != naive.threshold) {
            return "threshold";
        }
        if (settings.timeLock().seconds() != naive.timeLock) {
            return "time lock";
        }
        if (names.of(settings.admin()) != naive.authority) {
            return "admin";
        }
        if (names.of(settings.rentCollector()) != naive.rentCollector) {
            return "rent collector";
        }
        if (settings.transactionIndex() != naive.transactionIndex) {
            return "transaction index";
        }
        return settings.staleTransactionIndex() == naive.staleIndex ? "" : "stale index";
    }

    private static String transactions(SmartAccount account, NaiveMultisig naive, NaiveCommands names) {
        int contents = 0;
        int proposals = 0;
        for (ManagedTransaction transaction : account.transactions().values()) {
            if (transaction.content().isDefined()) {
                contents++;
                NaiveMultisig.Content content = naive.contents.get(transaction.index());
                boolean config = transaction.content().get() instanceof TransactionContent.SettingsChange;
                if (content == null || content.config() != config) {
                    return "content " + transaction.index();
                }
            }
            if (transaction.proposal().isDefined()) {
                proposals++;
                NaiveMultisig.Ballots ballots = naive.proposals.get(transaction.index());
                if (ballots == null || !same(transaction.proposal().get(), ballots, names)) {
                    return "proposal " + transaction.index();
                }
            }
        }
        if (contents != naive.contents.size()) {
            return "number of contents";
        }
        return proposals == naive.proposals.size() ? "" : "number of proposals";
    }

    private static boolean same(Proposal proposal, NaiveMultisig.Ballots ballots, NaiveCommands names) {
        return statusOf(proposal) == ballots.status
                && proposal.since().seconds() == ballots.timestamp
                && bits(proposal.ballot().approvals(), names) == ballots.approved
                && bits(proposal.ballot().rejections(), names) == ballots.rejected
                && bits(proposal.ballot().cancellations(), names) == ballots.cancelled;
    }

    private static int statusOf(Proposal proposal) {
        return switch (proposal) {
            case Proposal.Draft draft -> NaiveMultisig.DRAFT;
            case Proposal.Active active -> NaiveMultisig.ACTIVE;
            case Proposal.Rejected rejected -> NaiveMultisig.REJECTED;
            case Proposal.Approved approved -> NaiveMultisig.APPROVED;
            case Proposal.Executed executed -> NaiveMultisig.EXECUTED;
            case Proposal.Cancelled cancelled -> NaiveMultisig.CANCELLED;
        };
    }

    private static long bits(Voters voters, NaiveCommands names) {
        long bits = 0;
        if (voters.count() > 0) {
            for (Address voter : voters.toArray()) {
                bits |= 1L << names.of(voter);
            }
        }
        return bits;
    }

    private static String limits(SmartAccount account, NaiveMultisig naive, NaiveCommands names) {
        if (account.limits().size() != naive.limits.size()) {
            return "number of limits";
        }
        for (var entry : account.limits()) {
            SpendingLimit limit = entry._2;
            NaiveLimit there = naive.limits.get(names.of(entry._1));
            if (there == null
                    || there.remaining != limit.window().remaining().bits()
                    || there.lastReset != limit.window().start().seconds()
                    || there.amount != limit.terms().amount().bits()) {
                return "limit " + entry._1;
            }
        }
        return "";
    }
}
