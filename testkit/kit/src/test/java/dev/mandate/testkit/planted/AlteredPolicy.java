package dev.mandate.testkit.planted;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.policy.DecodedContent;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.policy.TransactionPolicyContract;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The contract of a host's policy, unless a subclass alters it: payments go to listed addresses, and no change lowers the threshold. It
 * runs only by a launcher.
 */
class AlteredPolicy extends TransactionPolicyContract {

    private static final Address LISTED = address('7');

    /** Returns the instructions whose payments count. */
    Array<DecodedInstruction> paying(PolicyInput input) {
        return input.all();
    }

    /** Returns the changes that count. */
    Array<SettingsAction> changes(PolicyInput input) {
        return input.all().flatMap(DecodedInstruction::contents).flatMap(content ->
                content instanceof DecodedContent.Change change ? change.actions() : Array.<SettingsAction>empty());
    }

    boolean isLowered(PolicyInput input, Threshold threshold) {
        return input.view().forAll(view -> view.settings().roster().threshold().value() > threshold.value());
    }

    @Override
    protected TransactionPolicy policy() {
        return input -> PolicyVerdict.of(paying(input)
                .flatMap(DecodedInstruction::calls)
                .filter(call -> call instanceof DecodedCall.Read read && read.receivers().exists(names -> !names.contains(LISTED)))
                .map(call -> new PolicyReason("listed-destinations", "it pays an address that is not listed"))
                .appendAll(changes(input)
                        .filter(change -> change instanceof SettingsAction.ChangeThreshold(Threshold to) && isLowered(input, to))
                        .map(change -> new PolicyReason("threshold", "it lowers the threshold"))));
    }

    @Override
    protected Array<DecodedContent> vetoed() {
        return Array.of(pays(address('8')), threshold(1));
    }

    @Override
    protected Array<DecodedContent> allowed() {
        return Array.of(pays(LISTED), threshold(2));
    }

    @Override
    protected Option<AccountView> view() {
        return Option.some(new AccountView(
                ACCOUNT,
                Settings.ofNewAccount(
                                Array.of('3', '4').map(digit -> new Signer(address(digit), Permissions.ALL)),
                                new Threshold(2),
                                TimeLock.NONE,
                                new AdminControl.None(),
                                Option.none())
                        .get(),
                BaseUnits.ZERO,
                new UnixTime(1_800_000_000)));
    }

    private static DecodedContent pays(Address receiver) {
        return signing(SystemProgram.transfer(ACCOUNT.address(), receiver, BaseUnits.of(1)));
    }

    private static DecodedContent threshold(int threshold) {
        return changing(new SettingsAction.ChangeThreshold(new Threshold(threshold)));
    }

    static class ChangesOverlooked extends AlteredPolicy {
        @Override
        Array<SettingsAction> changes(PolicyInput input) {
            return Array.empty();
        }
    }

    static class InnerChangesOverlooked extends AlteredPolicy {
        @Override
        Array<SettingsAction> changes(PolicyInput input) {
            return super.changes(input).filter(change -> input.instructions()
                    .flatMap(DecodedInstruction::contents)
                    .exists(content -> content instanceof DecodedContent.Change outer && outer.actions().contains(change)));
        }
    }

    /** The first trigger works. */
    static class PaymentsOfFirstContentOnly extends AlteredPolicy {
        @Override
        Array<DecodedInstruction> paying(PolicyInput input) {
            return input.instructions().flatMap(one -> one.contents().take(1)).flatMap(DecodedContent::instructions).flatMap(DecodedInstruction::all);
        }
    }

    /** Whatever the account's threshold is, a lower one than three is too low. */
    static class ViewIgnored extends AlteredPolicy {
        @Override
        boolean isLowered(PolicyInput input, Threshold threshold) {
            return true;
        }
    }
}
