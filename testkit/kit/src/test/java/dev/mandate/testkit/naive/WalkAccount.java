package dev.mandate.testkit.naive;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Voters;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.List;

/**
 * A state of the walk in both models. The observed transaction has index 2. Index 1 holds the early settings change while it
 * exists. Finished transactions at other indexes are left out: no rule reads them.
 */
final class WalkAccount {

    static final long LOCK_SECONDS = 3_600;
    static final long APPROVED_AT = 1_760_000_000L;
    static final long EARLY = 1;
    static final long WATCHED = 2;

    /** In the order of addresses, so that both models sort people alike. */
    private static final Array<Address> ADDRESSES = Array.range(0, 7).map(number -> {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) (number + 1);
        return Address.of(bytes);
    });

    static final Address OUTSIDER = ADDRESSES.get(4);
    static final Address ADMIN = ADDRESSES.get(5);
    static final Address COLLECTOR = ADDRESSES.get(6);
    static final NaiveCommands NAMES = new NaiveCommands(ADDRESSES);

    static final TransactionContent.VaultInstructions PAYMENT =
            new TransactionContent.VaultInstructions(0, Bytes.ofHex("00"));
    /** Stands for any settings change until it is executed; no rule reads the content before. */
    static final TransactionContent.SettingsChange SOME_CHANGE =
            new TransactionContent.SettingsChange(Array.of(new SettingsAction.SetTimeLock(TimeLock.NONE)));

    private static final NaiveMultisig.Content NAIVE_PAYMENT = new NaiveMultisig.Content(false, List.of());
    private static final NaiveMultisig.Content NAIVE_CHANGE =
            new NaiveMultisig.Content(true, SOME_CHANGE.actions().map(NAMES::of).asJava());

    final WalkState state;
    final SmartAccount account;
    final NaiveMultisig naive;
    final UnixTime now;

    WalkAccount(WalkState state) {
        this.state = state;
        this.account = account(state);
        this.naive = naive(state);
        this.now = new UnixTime(APPROVED_AT + secondsOf(state.age));
    }

    static Address person(int number) {
        return ADDRESSES.get(number);
    }

    private static long secondsOf(int age) {
        return age == WalkState.NOW ? 0 : age == WalkState.ALMOST ? LOCK_SECONDS - 1 : LOCK_SECONDS;
    }

    private static SmartAccount account(WalkState state) {
        Array<Signer> signers = Array.empty();
        for (int person = 0; person < state.masks.length; person++) {
            if (state.masks[person] != WalkState.ABSENT) {
                signers = signers.append(new Signer(person(person), new Permissions(state.masks[person])));
            }
        }
        long newest = state.content == WalkState.NO_CONTENT ? EARLY : WATCHED;
        SmartAccount account = SmartAccount.of(new Settings(
                new Roster(signers, new Threshold(state.threshold)),
                new TimeLock(state.locked ? LOCK_SECONDS : 0),
                state.controlled ? new AdminControl.HeldBy(ADMIN) : new AdminControl.None(),
                state.collected ? Option.some(COLLECTOR) : Option.none(),
                newest,
                state.stale ? newest : 0));
        if (state.early) {
            Voters voters = Voters.of(signers.filter(signer -> (signer.permissions().mask() & 2) != 0)
                    .take(state.threshold)
                    .map(Signer::address));
            account = account.with(ManagedTransaction.recorded(EARLY, SOME_CHANGE)
                    .withProposal(new Proposal.Approved(
                            new UnixTime(APPROVED_AT - LOCK_SECONDS), new Ballot(voters, Voters.NONE, Voters.NONE))));
        }
        if (state.content == WalkState.VAULT || state.content == WalkState.CONFIG) {
            account = account.with(ManagedTransaction.recorded(
                    WATCHED, state.content == WalkState.VAULT ? PAYMENT : SOME_CHANGE));
        }
        if (state.status != WalkState.NO_PROPOSAL) {
            Proposal proposal = proposal(state);
            account = account.with(account.transactions()
                    .get(WATCHED)
                    .map(there -> there.withProposal(proposal))
                    .getOrElse(ManagedTransaction.orphaned(WATCHED, proposal)));
        }
        return account;
    }

    private static Proposal proposal(WalkState state) {
        UnixTime since = new UnixTime(APPROVED_AT);
        Ballot ballot = new Ballot(voters(state.approved), voters(state.rejected), voters(state.cancelled));
        return switch (state.status) {
            case NaiveMultisig.DRAFT -> new Proposal.Draft(since);
            case NaiveMultisig.ACTIVE -> new Proposal.Active(since, ballot);
            case NaiveMultisig.REJECTED -> new Proposal.Rejected(since, ballot);
            case NaiveMultisig.APPROVED -> new Proposal.Approved(since, ballot);
            case NaiveMultisig.EXECUTED -> new Proposal.Executed(since, ballot);
            case NaiveMultisig.CANCELLED -> new Proposal.Cancelled(since, ballot);
            default -> throw new IllegalStateException("no such status: " + state.status);
        };
    }

    private static Voters voters(int bits) {
        return Voters.of(ADDRESSES.take(4).zipWithIndex().filter(entry -> (bits >> entry._2 & 1) != 0).map(entry -> entry._1));
    }

    private static NaiveMultisig naive(WalkState state) {
        NaiveMultisig naive = new NaiveMultisig();
        for (int person = 0; person < state.masks.length; person++) {
            if (state.masks[person] != WalkState.ABSENT) {
                naive.members.add(new int[] {person, state.masks[person]});
            }
        }
        naive.threshold = state.threshold;
        naive.timeLock = state.locked ? LOCK_SECONDS : 0;
        naive.authority = state.controlled ? NAMES.of(ADMIN) : NaiveMultisig.NOBODY;
        naive.rentCollector = state.collected ? NAMES.of(COLLECTOR) : NaiveMultisig.NOBODY;
        naive.transactionIndex = state.content == WalkState.NO_CONTENT ? EARLY : WATCHED;
        naive.staleIndex = state.stale ? naive.transactionIndex : 0;
        if (state.early) {
            NaiveMultisig.Ballots ballots = new NaiveMultisig.Ballots();
            ballots.enter(NaiveMultisig.APPROVED, APPROVED_AT - LOCK_SECONDS);
            for (int person = 0; person < state.masks.length; person++) {
                boolean votes = state.masks[person] != WalkState.ABSENT && (state.masks[person] & 2) != 0;
                if (votes && Long.bitCount(ballots.approved) < state.threshold) {
                    ballots.approved |= 1L << person;
                }
            }
            naive.contents.put(EARLY, NAIVE_CHANGE);
            naive.proposals.put(EARLY, ballots);
        }
        if (state.content == WalkState.VAULT || state.content == WalkState.CONFIG) {
            naive.contents.put(WATCHED, state.content == WalkState.VAULT ? NAIVE_PAYMENT : NAIVE_CHANGE);
        }
        if (state.status != WalkState.NO_PROPOSAL) {
            NaiveMultisig.Ballots ballots = new NaiveMultisig.Ballots();
            ballots.enter(state.status, APPROVED_AT);
            ballots.approved = state.approved;
            ballots.rejected = state.rejected;
            ballots.cancelled = state.cancelled;
            naive.proposals.put(WATCHED, ballots);
        }
        return naive;
    }

    /** Returns the state of {@code naive}. Callers check before that it equals the domain's account. */
    static WalkState stateOf(NaiveMultisig naive, int people, UnixTime now) {
        WalkState state = new WalkState(people);
        Arrays.fill(state.masks, WalkState.ABSENT);
        for (int[] member : naive.members) {
            state.masks[member[0]] = member[1];
        }
        state.threshold = naive.threshold;
        state.locked = naive.timeLock != 0;
        state.collected = naive.rentCollector != NaiveMultisig.NOBODY;
        state.controlled = naive.authority != NaiveMultisig.NOBODY;
        NaiveMultisig.Ballots early = naive.proposals.get(EARLY);
        state.early = early != null && early.status == NaiveMultisig.APPROVED && naive.staleIndex < EARLY;
        NaiveMultisig.Content content = naive.contents.get(WATCHED);
        state.stale = naive.transactionIndex >= WATCHED && naive.staleIndex >= WATCHED;
        state.content = content != null
                ? content.config() ? WalkState.CONFIG : WalkState.VAULT
                : naive.transactionIndex >= WATCHED ? WalkState.GONE : WalkState.NO_CONTENT;
        NaiveMultisig.Ballots ballots = naive.proposals.get(WATCHED);
        if (ballots != null) {
            state.status = ballots.status;
            state.approved = (int) ballots.approved;
            state.rejected = (int) ballots.rejected;
            state.cancelled = (int) ballots.cancelled;
            state.age = ageOf(ballots, now);
        }
        return state;
    }

    private static int ageOf(NaiveMultisig.Ballots ballots, UnixTime now) {
        if (ballots.status != NaiveMultisig.APPROVED) {
            return WalkState.NOW;
        }
        long age = now.seconds() - ballots.timestamp;
        if (age >= LOCK_SECONDS) {
            return WalkState.LONG_AGO;
        }
        if (age != 0 && age != LOCK_SECONDS - 1) {
            throw new IllegalStateException("the clock stands at no boundary: " + age);
        }
        return age == 0 ? WalkState.NOW : WalkState.ALMOST;
    }
}
