package dev.mandate.domain.account;

import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The actions that lead from settings to a target, in an order that the program accepts. A signer's permissions change by removing and
 * adding the signer. An empty plan means that the target is already reached.
 */
public final class SettingsPlan {

    private SettingsPlan() {}

    /** Returns one change to be voted on: only its result must be governable. */
    public static Either<SettingsRefusal, Array<SettingsAction>> byVote(Settings settings, SettingsTarget target) {
        return target.requireGovernable()
                .map(unused -> Array.<SettingsAction>ofAll(leaving(settings, target))
                        .appendAll(arriving(settings, target))
                        .appendAll(threshold(settings.roster().threshold(), target))
                        .appendAll(others(settings, target)));
    }

    /**
     * Returns the admin's actions, each of which must leave governable settings. Signers are added before others are removed. The
     * threshold is lowered before and raised after. If that is not enough, {@code standIn} is a temporary signer.
     *
     * @param standIn an address that is not a signer before or after; it never signs
     */
    public static Either<SettingsRefusal, Array<SettingsAction>> byAdmin(
            Settings settings, SettingsTarget target, Address standIn) {
        return target.requireGovernable().map(unused -> {
            AdminRoute route = new AdminRoute(settings, Array.empty());
            for (Signer signer : target.signers()) {
                route = settings.roster().find(signer.address()).isEmpty() ? route.add(signer) : route;
            }
            for (Signer signer : replaced(settings, target)) {
                route = route.replace(signer, standIn);
            }
            if (target.threshold().value() < route.settings.roster().threshold().value()) {
                route = route.run(new SettingsAction.ChangeThreshold(target.threshold()));
            }
            for (Signer signer : settings.roster().signers()) {
                route = isWanted(signer.address(), target) ? route : route.remove(signer.address());
            }
            route = route.settings.roster().find(standIn).isDefined() ? route.remove(standIn) : route;
            for (GovernanceAction action : threshold(route.settings.roster().threshold(), target)) {
                route = route.run(action);
            }
            for (GovernanceAction action : others(settings, target)) {
                route = route.run(action);
            }
            return route.actions;
        });
    }

    private static Seq<SettingsAction> leaving(Settings settings, SettingsTarget target) {
        return settings.roster()
                .signers()
                .filter(signer -> !target.signers().contains(signer))
                .map(signer -> new SettingsAction.RemoveSigner(signer.address()));
    }

    private static Seq<SettingsAction> arriving(Settings settings, SettingsTarget target) {
        return target.signers()
                .filter(signer -> !settings.roster().signers().contains(signer))
                .map(SettingsAction.AddSigner::new);
    }

    private static Array<Signer> replaced(Settings settings, SettingsTarget target) {
        return target.signers()
                .filter(signer -> settings.roster()
                        .find(signer.address())
                        .exists(present -> !present.equals(signer)));
    }

    private static boolean isWanted(Address address, SettingsTarget target) {
        return target.signers().exists(signer -> signer.address().equals(address));
    }

    private static Option<GovernanceAction> threshold(Threshold present, SettingsTarget target) {
        return present.equals(target.threshold())
                ? Option.none()
                : Option.some(new SettingsAction.ChangeThreshold(target.threshold()));
    }

    private static Array<GovernanceAction> others(Settings settings, SettingsTarget target) {
        Array<GovernanceAction> actions = Array.empty();
        if (!settings.timeLock().equals(target.timeLock())) {
            actions = actions.append(new SettingsAction.SetTimeLock(target.timeLock()));
        }
        if (!settings.rentCollector().equals(target.rentCollector())) {
            actions = actions.append(new SettingsAction.SetRentCollector(target.rentCollector()));
        }
        return actions;
    }

    /** The settings after the admin's actions so far, which are always governable. */
    private record AdminRoute(Settings settings, Array<SettingsAction> actions) {

        private static final Threshold ONE = new Threshold(1);

        AdminRoute run(GovernanceAction action) {
            return new AdminRoute(
                    settings.afterAdmin(action)
                            .getOrElseThrow(why -> new IllegalStateException("the plan broke at " + action + ": " + why)),
                    actions.append(action));
        }

        AdminRoute add(Signer signer) {
            return run(new SettingsAction.AddSigner(signer));
        }

        AdminRoute remove(Address address) {
            return run(new SettingsAction.RemoveSigner(address));
        }

        /** Changes a signer's permissions: it removes the signer and adds it again. The others must be able to govern in between. */
        AdminRoute replace(Signer signer, Address standIn) {
            if (allows(signer)) {
                return remove(signer.address()).add(signer);
            }
            if (lowered().allows(signer)) {
                return lowered().replace(signer, standIn);
            }
            AdminRoute helped = settings.roster().find(standIn).isEmpty()
                    ? add(new Signer(standIn, Permissions.ALL))
                    : lowered();
            return helped.replace(signer, standIn);
        }

        private AdminRoute lowered() {
            return run(new SettingsAction.ChangeThreshold(ONE));
        }

        private boolean allows(Signer signer) {
            return settings.afterAdmin(new SettingsAction.RemoveSigner(signer.address()))
                    .flatMap(without -> without.afterAdmin(new SettingsAction.AddSigner(signer)))
                    .isRight();
        }
    }
}
