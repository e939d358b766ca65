package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.TransactionContent;
import io.vavr.collection.Array;

/**
 * The addresses to which a command gives power over an account, at once or when a proposal is executed.
 *
 * @param admins who would change settings alone
 * @param signers who would hold permissions
 * @param spenders who would spend within a limit
 */
public record GrantedPowers(Array<Address> admins, Array<Address> signers, Array<Address> spenders) {

    public static final GrantedPowers NONE = new GrantedPowers(Array.empty(), Array.empty(), Array.empty());

    /** The appointments of {@code command}, without those of a vault's instructions: only the program's codec can read these. */
    public static GrantedPowers by(Command command) {
        return switch (command) {
            case Command.CreateAccount create -> ofAdmin(create.admin()).and(ofSigners(create.signers()));
            case Command.ChangeAsAdmin(Address by, SettingsAction action) -> by(action);
            case Command.HandOver(Address by, AdminControl next) -> ofAdmin(next);
            case Command.CreateTransaction(Address by, TransactionContent content) -> by(content);
            case Command.CreateProposal create -> NONE;
            case Command.ActivateProposal activate -> NONE;
            case Command.CastVote cast -> NONE;
            case Command.Execute execute -> NONE;
            case Command.Close close -> NONE;
            case Command.Spend spend -> NONE;
        };
    }

    /** The appointments of {@code content} once it is executed, without those of a vault's instructions. */
    public static GrantedPowers by(TransactionContent content) {
        return content.settingsActions().map(GrantedPowers::by).fold(NONE, GrantedPowers::and);
    }

    /** The appointments of {@code action}. */
    public static GrantedPowers by(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> ofSigners(Array.of(signer));
            case SettingsAction.AddSpendingLimit add ->
                new GrantedPowers(Array.empty(), Array.empty(), add.terms().signers());
            case SettingsAction.RemoveSigner remove -> NONE;
            case SettingsAction.ChangeThreshold change -> NONE;
            case SettingsAction.SetTimeLock set -> NONE;
            case SettingsAction.SetRentCollector set -> NONE;
            case SettingsAction.RemoveSpendingLimit remove -> NONE;
        };
    }

    private static GrantedPowers ofAdmin(AdminControl admin) {
        return new GrantedPowers(admin.holder().toArray(), Array.empty(), Array.empty());
    }

    private static GrantedPowers ofSigners(Array<Signer> signers) {
        // An observer holds no power.
        return new GrantedPowers(
                Array.empty(),
                signers.reject(signer -> signer.permissions().equals(Permissions.NONE)).map(Signer::address),
                Array.empty());
    }

    /** These powers, but not those of the signers at {@code leaving}. */
    public GrantedPowers withoutSigners(Array<Address> leaving) {
        return new GrantedPowers(admins, signers.removeAll(leaving), spenders);
    }

    /** These and {@code others} together. */
    public GrantedPowers and(GrantedPowers others) {
        return new GrantedPowers(
                admins.appendAll(others.admins), signers.appendAll(others.signers), spenders.appendAll(others.spenders));
    }
}
