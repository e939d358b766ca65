package dev.mandate.testkit.naive;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** The settings changes to try in a state: every change that can matter there, and the invalid ones next to them. */
final class WalkChanges {

    private WalkChanges() {}

    /** Returns single actions, as an admin requests them. */
    static List<SettingsAction> single(WalkState state) {
        List<SettingsAction> actions = new ArrayList<>();
        for (int person = 0; person < state.masks.length; person++) {
            if (state.hasDouble(person)) {
                continue;
            }
            Address address = WalkAccount.person(person);
            actions.add(new SettingsAction.RemoveSigner(address));
            if (state.masks[person] == WalkState.ABSENT) {
                for (int mask = 0; mask <= 8; mask++) {
                    actions.add(add(address, mask));
                }
            } else {
                actions.add(add(address, 7));
            }
        }
        for (int threshold = 0; threshold <= state.masks.length + 1; threshold++) {
            actions.add(new SettingsAction.ChangeThreshold(new Threshold(threshold)));
        }
        actions.add(new SettingsAction.SetTimeLock(new TimeLock(state.locked ? 0 : WalkAccount.LOCK_SECONDS)));
        actions.add(new SettingsAction.SetTimeLock(new TimeLock(TimeLock.MAX_SECONDS + 1)));
        actions.add(new SettingsAction.SetRentCollector(
                state.collected ? Option.none() : Option.some(WalkAccount.COLLECTOR)));
        return actions;
    }

    /** Returns one or two actions, as members vote on them: changed permissions, and removals that a lower threshold allows. */
    static List<Array<SettingsAction>> voted(WalkState state) {
        List<Array<SettingsAction>> lists = new ArrayList<>();
        for (SettingsAction action : single(state)) {
            lists.add(Array.of(action));
        }
        for (int person = 0; person < state.masks.length; person++) {
            if (state.hasDouble(person) || state.masks[person] == WalkState.ABSENT) {
                continue;
            }
            Address address = WalkAccount.person(person);
            for (int mask = 0; mask < 8; mask++) {
                if (mask != state.masks[person]) {
                    lists.add(Array.of(new SettingsAction.RemoveSigner(address), add(address, mask)));
                }
            }
            lists.add(Array.of(
                    new SettingsAction.ChangeThreshold(new Threshold(Math.max(1, state.threshold - 1))),
                    new SettingsAction.RemoveSigner(address)));
        }
        return lists;
    }

    private static SettingsAction add(Address address, int mask) {
        return new SettingsAction.AddSigner(new Signer(address, new Permissions(mask)));
    }
}
