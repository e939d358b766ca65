package dev.mandate.app;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.AccountPower;
import dev.mandate.domain.explain.AccountPower.Movers;
import dev.mandate.domain.explain.PowerChange;
import dev.mandate.domain.explain.PowerChange.Holder;
import dev.mandate.domain.explain.SettingsSentences;
import dev.mandate.domain.spending.LimitTerms;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Who has power before and after, as lines for people. */
final class PowerText {

    private PowerText() {}

    static Array<String> lines(PowerChange change) {
        return switch (change) {
            case PowerChange.OverSmartAccount(Address account, SettingsAddress settings, AccountPower before, AccountPower after, var source) ->
                Array.of("  Over the money of the account " + settings + ", " + account + ":")
                        .append("    before:")
                        .appendAll(power(before))
                        .append("    after:")
                        .appendAll(power(after));
            case PowerChange.OfRight(Address account, String right, Holder before, Holder after) ->
                Array.of("  The right " + right.replace('_', ' ') + " over " + account + ":", "    before: " + holder(before), "    after:  " + holder(after));
        };
    }

    private static String holder(Holder holder) {
        return switch (holder) {
            case Holder.Known(Address address) -> address.toString();
            case Holder.Nobody nobody -> "nobody";
            case Holder.Unknown unknown -> "not known";
        };
    }

    private static Array<String> power(AccountPower power) {
        return switch (power) {
            case AccountPower.NoAccount none -> Array.of("      there is no such account");
            case AccountPower.NotRead unread -> Array.of("      not known: its settings were not read");
            case AccountPower.Known(Settings settings, Option<Array<Movers>> movers, Map<Address, LimitTerms> limits) -> Array.of(
                            "      " + settings.roster().threshold().value() + " of " + settings.roster().signers().length() + " signers, time lock "
                                    + settings.timeLock().seconds() + " seconds"
                                    + settings.admin().holder().map(admin -> ", the admin " + admin + " changes this alone and at once").getOrElse(""))
                    .appendAll(movers.map(all -> all.isEmpty() ? Array.of("      nobody can move it") : all.map(PowerText::movers))
                            .getOrElse(() -> Array.of("      there are too many signers to count who can move it")))
                    .appendAll(limits.toArray().sortBy(limit -> limit._1).map(limit -> "      limit " + limit._1 + ": " + SettingsSentences.limit(limit._2)));
        };
    }

    private static String movers(Movers set) {
        return "      " + set.keys().mkString(", ") + (set.keys().length() == 1 ? " alone" : " together")
                + (set.waitSeconds() == 0 ? ", at once" : ", after " + set.waitSeconds() + " seconds");
    }
}
