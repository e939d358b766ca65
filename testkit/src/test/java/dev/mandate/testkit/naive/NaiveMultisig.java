package dev.mandate.testkit.naive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The program's account in memory. People, limits and places are numbers from 0 to 63, in the order of the addresses that they
 * stand for. Every instruction returns {@link #OK} or the program's error code, and after an error nothing has changed.
 */
final class NaiveMultisig {

    static final int OK = 0;
    /** The system program refuses to create what exists: Custom(0). */
    static final int IN_USE = 1;
    /** Anchor's AccountNotInitialized. */
    static final int MISSING = 3012;

    static final int NOBODY = -1;
    static final int INITIATE = 1;
    static final int VOTE = 2;
    static final int EXECUTE = 4;

    static final int DRAFT = 0;
    static final int ACTIVE = 1;
    static final int REJECTED = 2;
    static final int APPROVED = 3;
    static final int EXECUTED = 5;
    static final int CANCELLED = 6;

    static final long NINETY_DAYS = 90L * 24 * 60 * 60;

    /** Each {person, mask}, in the order of persons. */
    List<int[]> members = new ArrayList<>();

    int threshold;
    long timeLock;
    int authority = NOBODY;
    int rentCollector = NOBODY;
    long transactionIndex;
    long staleIndex;
    Map<Long, Content> contents = new TreeMap<>();
    Map<Long, Ballots> proposals = new TreeMap<>();
    Map<Integer, NaiveLimit> limits = new TreeMap<>();

    /** What a transaction account holds: a settings change if there are actions, otherwise a vault's instructions. */
    record Content(boolean config, List<NaiveAction> actions) {}

    /** A proposal account; the sets of people are bits. */
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
        copy.take(this);
        return copy;
    }

    private void take(NaiveMultisig other) {
        members = new ArrayList<>(other.members);
        threshold = other.threshold;
        timeLock = other.timeLock;
        authority = other.authority;
        rentCollector = other.rentCollector;
        transactionIndex = other.transactionIndex;
        staleIndex = other.staleIndex;
        contents = new TreeMap<>(other.contents);
        proposals = new TreeMap<>();
        other.proposals.forEach((index, ballots) -> proposals.put(index, ballots.copy()));
        limits = new TreeMap<>();
        other.limits.forEach((place, limit) -> limits.put(place, limit.copy()));
    }

    // --- the account ---

    int create(List<int[]> signers, int newThreshold, long newTimeLock, int newAuthority, int newRentCollector) {
        for (int[] signer : signers) {
            insert(signer[0], signer[1]);
        }
        threshold = newThreshold;
        timeLock = newTimeLock;
        authority = newAuthority;
        rentCollector = newRentCollector;
        return invariant();
    }

    private void insert(int person, int mask) {
        int at = 0;
        while (at < members.size() && members.get(at)[0] <= person) {
            at++;
        }
        members.add(at, new int[] {person, mask});
    }

    private int invariant() {
        for (int i = 1; i < members.size(); i++) {
            if (members.get(i)[0] == members.get(i - 1)[0]) {
                return 6000;
            }
        }
        for (int[] member : members) {
            if (member[1] >= 8) {
                return 6028;
            }
        }
        if (holders(INITIATE) == 0) {
            return 6017;
        }
        if (holders(EXECUTE) == 0) {
            return 6018;
        }
        if (holders(VOTE) == 0) {
            return 6016;
        }
        if (threshold < 1 || threshold > holders(VOTE)) {
            return 6003;
        }
        return timeLock > NINETY_DAYS ? 6030 : OK;
    }

    int holders(int permission) {
        int count = 0;
        for (int[] member : members) {
            if ((member[1] & permission) != 0) {
                count++;
            }
        }
        return count;
    }

    private boolean isMember(int person) {
        for (int[] member : members) {
            if (member[0] == person) {
                return true;
            }
        }
        return false;
    }

    private int check(int person, int anyOf) {
        for (int[] member : members) {
            if (member[0] == person) {
                return (member[1] & anyOf) != 0 ? OK : 6004;
            }
        }
        return 6005;
    }

    // --- transactions ---

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
        // A change has put copies in the place of all proposals.
        Objects.requireNonNull(proposals.get(index)).enter(EXECUTED, now);
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

    // --- changes ---

    private int change(List<NaiveAction> actions, long now) {
        NaiveMultisig trial = copy();
        for (NaiveAction action : actions) {
            int wrong = trial.act(action, now);
            if (wrong != OK) {
                return wrong;
            }
        }
        int wrong = trial.invariant();
        if (wrong == OK) {
            take(trial);
        }
        return wrong;
    }

    private int act(NaiveAction action, long now) {
        switch (action.tag()) {
            case NaiveAction.ADD_MEMBER -> insert(action.subject(), (int) action.number());
            case NaiveAction.REMOVE_MEMBER -> {
                if (!remove(action.subject())) {
                    return 6005;
                }
            }
            case NaiveAction.CHANGE_THRESHOLD -> threshold = (int) action.number();
            case NaiveAction.SET_TIME_LOCK -> timeLock = action.number();
            case NaiveAction.SET_RENT_COLLECTOR -> rentCollector = action.subject();
            case NaiveAction.ADD_LIMIT -> {
                if (limits.containsKey(action.subject())) {
                    return IN_USE;
                }
                NaiveLimit opened = action.limit();
                if (opened == null) {
                    throw new IllegalStateException("an addition without a limit");
                }
                int wrong = opened.invariant();
                if (wrong != OK) {
                    return wrong;
                }
                limits.put(action.subject(), opened.openedAt(now));
            }
            case NaiveAction.REMOVE_LIMIT -> {
                if (!limits.containsKey(action.subject())) {
                    return MISSING;
                }
                limits.remove(action.subject());
            }
            default -> throw new IllegalStateException("no such action: " + action.tag());
        }
        if (action.tag() <= NaiveAction.SET_TIME_LOCK) {
            staleIndex = transactionIndex;
        }
        return OK;
    }

    private boolean remove(int person) {
        int low = 0;
        int high = members.size() - 1;
        while (low <= high) {
            int middle = (low + high + 1) / 2;
            int there = members.get(middle)[0];
            if (there == person) {
                members.remove(middle);
                return true;
            }
            if (there < person) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    int changeByAuthority(int person, NaiveAction action, long now) {
        boolean exists = limits.containsKey(action.subject());
        if (action.tag() == NaiveAction.ADD_LIMIT && exists) {
            return IN_USE;
        }
        if (action.tag() == NaiveAction.REMOVE_LIMIT && !exists) {
            return MISSING;
        }
        if (authority == NOBODY || person != authority) {
            return 6004;
        }
        if (action.tag() == NaiveAction.ADD_MEMBER && isMember(action.subject())) {
            return 6000;
        }
        if (action.tag() == NaiveAction.REMOVE_MEMBER && members.size() == 1) {
            return 6015;
        }
        return change(List.of(action), now);
    }

    int setAuthority(int person, int next) {
        if (authority == NOBODY || person != authority) {
            return 6004;
        }
        authority = next;
        staleIndex = transactionIndex;
        return OK;
    }

    int useLimit(int person, int place, int destination, long amount, long now) {
        NaiveLimit limit = limits.get(place);
        return limit == null ? MISSING : limit.use(person, destination, amount, now);
    }
}
