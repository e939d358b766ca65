package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.Member;
import dev.mandate.solana.squadsv4.SpendingLimitTerms;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Settings, and the actions that change them. */
public final class SettingsTerms {

    private SettingsTerms() {}

    /** What the settings account says. */
    public static Either<TermsProblem, Settings> read(MultisigAccount account) {
        long newest = account.transactionIndex();
        long stale = account.staleTransactionIndex();
        if (newest < 0 || stale < 0 || stale > newest) {
            return Either.left(new TermsProblem.BadIndex(newest, stale));
        }
        return Settings.ofStored(
                        Array.ofAll(account.members()).map(SettingsTerms::signer),
                        new Threshold(account.threshold()),
                        new TimeLock(account.timeLock()),
                        AdminControl.ofAuthority(account.configAuthority()),
                        account.rentCollector(),
                        newest,
                        stale)
                .mapLeft(ungovernable -> new TermsProblem.Ungovernable(ungovernable.problems()));
    }

    /** The settings account with these settings in the place of its own. */
    public static MultisigAccount write(Settings settings, MultisigAccount over) {
        return new MultisigAccount(
                over.createKey(),
                settings.admin().toAuthority(),
                settings.roster().threshold().value(),
                settings.timeLock().seconds(),
                settings.transactionIndex(),
                settings.staleTransactionIndex(),
                settings.rentCollector(),
                over.bump(),
                settings.roster().signers().map(SettingsTerms::member));
    }

    public static Signer signer(Member member) {
        return new Signer(member.key(), new Permissions(member.mask()));
    }

    public static Member member(Signer signer) {
        return new Member(signer.address(), signer.permissions().mask());
    }

    /**
     * What an action of the settings account at {@code multisig} means.
     *
     * @param addresses derive where a new limit will be
     */
    public static SettingsAction action(ConfigAction action, Address multisig, SquadsAddresses addresses) {
        return switch (action) {
            case ConfigAction.AddMember(Member member) -> new SettingsAction.AddSigner(signer(member));
            case ConfigAction.RemoveMember(Address member) -> new SettingsAction.RemoveSigner(member);
            case ConfigAction.ChangeThreshold(int threshold) ->
                new SettingsAction.ChangeThreshold(new Threshold(threshold));
            case ConfigAction.SetTimeLock(long timeLock) -> new SettingsAction.SetTimeLock(new TimeLock(timeLock));
            case ConfigAction.AddSpendingLimit(SpendingLimitTerms terms) ->
                new SettingsAction.AddSpendingLimit(
                        addresses.spendingLimit(multisig, terms.createKey()).address(), LimitsTerms.read(terms));
            case ConfigAction.RemoveSpendingLimit(Address limit) -> new SettingsAction.RemoveSpendingLimit(limit);
            case ConfigAction.SetRentCollector(Option<Address> collector) ->
                new SettingsAction.SetRentCollector(collector);
        };
    }

    public static Seq<ConfigAction> actions(Seq<SettingsAction> actions) {
        return actions.map(SettingsTerms::action);
    }

    private static ConfigAction action(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> new ConfigAction.AddMember(member(signer));
            case SettingsAction.RemoveSigner(Address signer) -> new ConfigAction.RemoveMember(signer);
            case SettingsAction.ChangeThreshold(Threshold threshold) ->
                new ConfigAction.ChangeThreshold(threshold.value());
            case SettingsAction.SetTimeLock(TimeLock timeLock) -> new ConfigAction.SetTimeLock(timeLock.seconds());
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                new ConfigAction.AddSpendingLimit(LimitsTerms.write(terms));
            case SettingsAction.RemoveSpendingLimit(Address limit) -> new ConfigAction.RemoveSpendingLimit(limit);
            case SettingsAction.SetRentCollector(Option<Address> collector) ->
                new ConfigAction.SetRentCollector(collector);
        };
    }
}
