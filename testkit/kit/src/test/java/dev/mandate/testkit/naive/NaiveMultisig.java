package dev.mandate.testkit.naive;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program's account in memory with its transactions. Every instruction returns {@link #OK} or the program's error code. An
 * error changes nothing.
 */
final class NaiveMultisig extends NaiveConfig {

    static final int DRAFT = 0;
    static final int ACTIVE = 1;
    static final int REJECTED = 2;
    static final int APPROVED = 3;
    static final int EXECUTED = 5;
    static final int CANCELLED = 6;

    Map<Long, Content> contents = new TreeMap<>();
    Map<Long, Ballots> proposals = new TreeMap<>();

    /** The content of a transaction account: a settings change, or a vault's instructions. */
    record Content(boolean config, List<NaiveAction> actions) {}

    /** A proposal account; sets of people are bit masks. */
    static final class Ballots {
        int status;
        long timestamp;
        long approved;
        long rejected;
        long cancelled;

        Ballots copy() {
            Ballots copy = new Ballots();
            copy.status = status;
            copy.timestamp = timestamp;
            copy.approved = approved;
            copy.rejected = rejected;
            copy.cancelled = cancelled;
            return copy;
        }

        void enter(int next, long now) {
            status = next;
            timestamp = now;
        }
    }

    NaiveMultisig copy() {
        NaiveMultisig copy = new NaiveMultisig();
        copy.takeConfig(this);
        copy.contents = new TreeMap<>(contents);
        proposals.forEach((index, ballots) -> copy.proposals.put(index, ballots.copy()));
        return copy;
    }

    int createVaultTransaction(int creator) {
        int wrong = check(creator, INITIATE);
        if (wrong == OK) {
            transactionIndex++;
            contents.put(transactionIndex, new Content(false, List.of()));
        }
        return wrong;
    }

    int createConfigTransaction(int creator, List<NaiveAction> actions) {
        if (authority != NOBODY) {
            return 6020;
        }
        int wrong = check(creator, INITIATE);
        if (wrong != OK) {
            return wrong;
        }
        if (actions.isEmpty()) {
            return 6022;
        }
        for (NaiveAction action : actions) {
            if (action.tag() == NaiveAction.SET_TIME_LOCK && action.number() > NINETY_DAYS) {
                return 6030;
            }
        }
        transactionIndex++;
        contents.put(transactionIndex, new Content(true, actions));
        return OK;
    }

    int createProposal(int creator, long index, boolean draft, long now) {
        if (proposals.containsKey(index)) {
            return IN_USE;
        }
        if (index > transactionIndex) {
            return 6009;
        }
        if (index <= staleIndex) {
            return 6007;
        }
        int wrong = check(creator, INITIATE | VOTE);
        if (wrong == OK) {
            Ballots ballots = new Ballots();
            ballots.enter(draft ? DRAFT : ACTIVE, now);
            proposals.put(index, ballots);
        }
        return wrong;
    }

    int activate(int person, long index, long now) {
        Ballots ballots = proposals.get(index);
        if (ballots == null) {
            return MISSING;
        }
        int wrong = check(person, INITIATE);
        if (wrong != OK) {
            return wrong;
        }
        if (ballots.status != DRAFT) {
            return 6008;
        }
        if (index <= staleIndex) {
            return 6007;
        }
        ballots.enter(ACTIVE, now);
        return OK;
    }

    int approve(int person, long index, long now) {
        Ballots ballots = proposals.get(index);
        if (ballots == null) {
            return MISSING;
        }
        int wrong = checkOpen(person, index, ballots);
        if (wrong != OK) {
            return wrong;
        }
        long bit = 1L << person;
        if ((ballots.approved & bit) != 0) {
            return 6010;
        }
        ballots.rejected &= ~bit;
        ballots.approved |= bit;
        if (Long.bitCount(ballots.approved) >= threshold) {
            ballots.enter(APPROVED, now);
        }
        return OK;
    }

    int reject(int person, long index, long now) {
        Ballots ballots = proposals.get(index);
        if (ballots == null) {
            return MISSING;
        }
        int wrong = checkOpen(person, index, ballots);
        if (wrong != OK) {
            return wrong;
        }
        long bit = 1L << person;
        if ((ballots.rejected & bit) != 0) {
            return 6011;
        }
        ballots.approved &= ~bit;
        ballots.rejected |= bit;
        if (Long.bitCount(ballots.rejected) >= holders(VOTE) - threshold + 1) {
            ballots.enter(REJECTED, now);
        }
        return OK;
    }

    private int checkOpen(int person, long index, Ballots ballots) {
        int wrong = check(person, VOTE);
        if (wrong != OK) {
            return wrong;
        }
        if (ballots.status != ACTIVE) {
            return 6008;
        }
        return index <= staleIndex ? 6007 : OK;
    }

    int cancel(int person, long index, long now) {
        Ballots ballots = proposals.get(index);
        if (ballots == null) {
            return MISSING;
        }
        int wrong = check(person, VOTE);
        if (wrong != OK) {
            return wrong;
        }
        if (ballots.status != APPROVED) {
            return 6008;
        }
        long bit = 1L << person;
        if ((ballots.cancelled & bit) != 0) {
            return 6012;
        }
        long still = 0;
        for (int[] member : members) {
            still |= ballots.cancelled & (1L << member[0]);
        }
        ballots.cancelled = still | bit;
        if (Long.bitCount(ballots.cancelled) >= threshold) {
            ballots.enter(CANCELLED, now);
        }
        return OK;
    }

    int execute(int person, long index, long now) {
        Ballots ballots = proposals.get(index);
        Content content = contents.get(index);
        if (ballots == null || content == null) {
            return MISSING;
        }
        int wrong = check(person, EXECUTE);
        if (wrong != OK) {
            return wrong;
        }
        if (ballots.status != APPROVED) {
            return 6008;
        }
        if (now - ballots.timestamp < timeLock) {
            return 6021;
        }
        if (content.config()) {
            wrong = index <= staleIndex ? 6007 : change(content.actions(), now);
            if (wrong != OK) {
                return wrong;
            }
        }
        ballots.enter(EXECUTED, now);
        return OK;
    }

    int close(long index, int collector) {
        Content content = contents.get(index);
        if (content == null) {
            return MISSING;
        }
        if (rentCollector == NOBODY) {
            return 6032;
        }
        if (rentCollector != collector) {
            return 6033;
        }
        boolean stale = index <= staleIndex;
        Ballots ballots = proposals.get(index);
        boolean allowed;
        if (ballots == null || ballots.status == DRAFT || ballots.status == ACTIVE) {
            allowed = stale;
        } else if (ballots.status == APPROVED) {
            allowed = stale && content.config();
        } else {
            allowed = true;
        }
        if (!allowed) {
            return 6008;
        }
        contents.remove(index);
        proposals.remove(index);
        return OK;
    }
}
