package dev.mandate.domain.explain;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import io.vavr.collection.Array;

/** Changes of an account's settings as English sentences. */
public final class SettingsSentences {

    private SettingsSentences() {}

    public static String of(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> "Adds the signer " + signer.address() + ", who may " + rights(signer.permissions()) + ".";
            case SettingsAction.RemoveSigner(Address signer) -> "Removes the signer " + signer + ".";
            case SettingsAction.ChangeThreshold(var threshold) -> "Sets the threshold to " + threshold.value() + " approvals.";
            case SettingsAction.SetTimeLock(var timeLock) -> "Sets the time lock to " + timeLock.seconds() + " seconds.";
            case SettingsAction.SetRentCollector(var collector) ->
                collector.map(address -> "Rent of closed transactions goes to " + address + ".").getOrElse("No transaction can be closed for its rent any more.");
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) -> limit(terms) + " Its address is " + limit + ".";
            case SettingsAction.RemoveSpendingLimit(Address limit) -> "Removes the spending limit " + limit + ".";
        };
    }

    /** A new limit. */
    public static String limit(LimitTerms terms) {
        return "Lets " + terms.signers().mkString(" or ") + " spend up to " + terms.amount() + " base units of "
                + (terms.token() instanceof Token.Mint(Address mint) ? "the token " + mint : "SOL") + " from vault " + terms.vaultIndex() + " "
                + period(terms.period()) + ", without a vote and without the time lock, to "
                + (terms.destinations().isEmpty() ? "anybody" : terms.destinations().mkString(", ")) + ".";
    }

    private static String period(Period period) {
        return switch (period) {
            case ONE_TIME -> "once";
            case DAY -> "each day";
            case WEEK -> "each week";
            case MONTH -> "each 30 days";
        };
    }

    private static String rights(Permissions permissions) {
        Array<String> words = permissions.toArray().map(permission -> switch (permission) {
            case Permission.CAN_INITIATE -> "propose";
            case Permission.CAN_VOTE -> "vote";
            case Permission.CAN_EXECUTE -> "execute";
        });
        return words.isEmpty() ? "do nothing" : words.mkString(", ");
    }
}
