package dev.mandate.testkit.laws;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Settings and limits of an account, changed by actions apart from the rules. */
record ExpectedSettings(
        Map<Address, Permissions> signers,
        Threshold threshold,
        TimeLock timeLock,
        AdminControl admin,
        Option<Address> rentCollector,
        Map<Address, LimitTerms> limits) {

    static ExpectedSettings of(SmartAccount account) {
        Settings settings = account.settings();
        return new ExpectedSettings(
                settings.roster().signers().toSortedMap(Signer::address, Signer::permissions),
                settings.roster().threshold(),
                settings.timeLock(),
                settings.admin(),
                settings.rentCollector(),
                account.limits().mapValues(SpendingLimit::terms));
    }

    ExpectedSettings withAdmin(AdminControl next) {
        return new ExpectedSettings(signers, threshold, timeLock, next, rentCollector, limits);
    }

    private ExpectedSettings withSigners(Map<Address, Permissions> next) {
        return new ExpectedSettings(next, threshold, timeLock, admin, rentCollector, limits);
    }

    private ExpectedSettings withLimits(Map<Address, LimitTerms> next) {
        return new ExpectedSettings(signers, threshold, timeLock, admin, rentCollector, next);
    }

    /** Returns the outcome of {@code actions} in their order, or none if one of them cannot be applied or the outcome is invalid. */
    Option<ExpectedSettings> after(Seq<SettingsAction> actions) {
        return actions.foldLeft(Option.some(this), (before, action) -> before.flatMap(known -> known.after(action)))
                .filter(ExpectedSettings::isValid);
    }

    private Option<ExpectedSettings> after(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer(Address who, Permissions may)) ->
                Option.when(!signers.containsKey(who), () -> withSigners(signers.put(who, may)));
            case SettingsAction.RemoveSigner(Address who) ->
                Option.when(signers.containsKey(who), () -> withSigners(signers.remove(who)));
            case SettingsAction.ChangeThreshold(Threshold next) ->
                Option.some(new ExpectedSettings(signers, next, timeLock, admin, rentCollector, limits));
            case SettingsAction.SetTimeLock(TimeLock next) ->
                Option.some(new ExpectedSettings(signers, threshold, next, admin, rentCollector, limits));
            case SettingsAction.SetRentCollector(Option<Address> next) ->
                Option.some(new ExpectedSettings(signers, threshold, timeLock, admin, next, limits));
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                Option.when(
                        !limits.containsKey(limit) && isValid(terms),
                        () -> withLimits(limits.put(limit, terms.withSigners(terms.signers().sorted()))));
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                Option.when(limits.containsKey(limit), () -> withLimits(limits.remove(limit)));
        };
    }

    private static boolean isValid(LimitTerms terms) {
        return terms.amount().bits() != 0
                && !terms.signers().isEmpty()
                && terms.signers().distinct().size() == terms.signers().size();
    }

    /** Returns whether {@code Multisig::invariant} holds. */
    boolean isValid() {
        return holders(1) >= 1
                && holders(4) >= 1
                && 1 <= threshold.value()
                && threshold.value() <= holders(2)
                && signers.values().forAll(permissions -> permissions.mask() < 8)
                && timeLock.seconds() <= 90L * 86_400;
    }

    private int holders(int permission) {
        return signers.values().count(permissions -> (permissions.mask() & permission) != 0);
    }
}
