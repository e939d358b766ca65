package dev.mandate.testkit.naive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of an account and their changes. People and limits are numbers from 0 to 63, in the order of their addresses. */
class NaiveConfig {

    static final int OK = -1;
    /** The system program refuses to create an existing account: Custom(0). */
    static final int IN_USE = 0;
    /** Anchor's AccountNotInitialized. */
    static final int MISSING = 3012;

    static final int NOBODY = -1;
    static final int INITIATE = 1;
    static final int VOTE = 2;
    static final int EXECUTE = 4;

    static final long NINETY_DAYS = 90L * 24 * 60 * 60;

    /** Pairs {person, mask}, in the order of persons. */
    List<int[]> members = new ArrayList<>();

    int threshold;
    long timeLock;
    int authority = NOBODY;
    int rentCollector = NOBODY;
    long transactionIndex;
    long staleIndex;
    Map<Integer, NaiveLimit> limits = new TreeMap<>();

    /** Copies the settings of {@code other}. */
    void takeConfig(NaiveConfig other) {
        members = new ArrayList<>(other.members);
        threshold = other.threshold;
        timeLock = other.timeLock;
        authority = other.authority;
        rentCollector = other.rentCollector;
        transactionIndex = other.transactionIndex;
        staleIndex = other.staleIndex;
        limits = new TreeMap<>();
        other.limits.forEach((place, limit) -> limits.put(place, limit.copy()));
    }

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

    int check(int person, int anyOf) {
        for (int[] member : members) {
            if (member[0] == person) {
                return (member[1] & anyOf) != 0 ? OK : 6004;
            }
        }
        return 6005;
    }

    int change(List<NaiveAction> actions, long now) {
        NaiveConfig trial = new NaiveConfig();
        trial.takeConfig(this);
        for (NaiveAction action : actions) {
            int wrong = trial.act(action, now);
            if (wrong != OK) {
                return wrong;
            }
        }
        int wrong = trial.invariant();
        if (wrong == OK) {
            takeConfig(trial);
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
