package dev.mandate.testkit.planted;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.testkit.generators.RulesUnderTest;
import dev.mandate.testkit.laws.SmartAccountLaws;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;

/** The laws on rules that judge another account than the one that there is. This one sees it as it is. It runs only by a launcher. */
@PropertyDefaults(tries = 5000, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.RANDOM_SEED)
class AlteredRules extends SmartAccountLaws {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    /** Returns the account that is judged. */
    SmartAccount seen(SmartAccount account) {
        return account;
    }

    /** Returns the account that is left after a command. */
    SmartAccount left(SmartAccount before, SmartAccount after) {
        return after;
    }

    @Override
    protected RulesUnderTest rules() {
        return (before, command, now) -> {
            var answer = RULES.decide(before.map(this::seen), command, now);
            return answer.map(events -> RULES.fold(before, events).get())
                    .map(after -> before.map(known -> left(known, after)).getOrElse(after));
        };
    }

    private static SmartAccount with(SmartAccount account, Roster roster, TimeLock timeLock, AdminControl admin, long stale) {
        Settings settings = account.settings();
        return account.withSettings(new Settings(
                roster, timeLock, admin, settings.rentCollector(), settings.transactionIndex(), stale));
    }

    /** Nothing is altered, so that all laws have to be played to their end. */
    @PropertyDefaults(tries = 100, shrinking = ShrinkingMode.OFF)
    static class Unaltered extends AlteredRules {}

    /** Everybody may do everything. */
    static class PermissionsIgnored extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            Settings settings = account.settings();
            Roster all = new Roster(
                    settings.roster().signers().map(signer -> new Signer(signer.address(), Permissions.ALL)),
                    settings.roster().threshold());
            return with(account, all, settings.timeLock(), settings.admin(), settings.staleTransactionIndex());
        }
    }

    /** One approval is enough. */
    static class ThresholdIgnored extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            Settings settings = account.settings();
            Roster one = new Roster(settings.roster().signers(), new Threshold(1));
            return with(account, one, settings.timeLock(), settings.admin(), settings.staleTransactionIndex());
        }
    }

    /** Nothing waits. */
    static class TimeLockIgnored extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            Settings settings = account.settings();
            return with(account, settings.roster(), TimeLock.NONE, settings.admin(), settings.staleTransactionIndex());
        }
    }

    /** A new account has no time lock. */
    static class CreatedWithoutTimeLock extends AlteredRules {
        @Override
        protected RulesUnderTest rules() {
            RulesUnderTest others = super.rules();
            return (before, command, now) -> others.apply(before, command, now).map(after -> before.isDefined()
                    ? after
                    : with(after, after.settings().roster(), TimeLock.NONE, after.settings().admin(), 0));
        }
    }

    /** Nothing is stale. */
    static class StalenessIgnored extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            Settings settings = account.settings();
            return with(account, settings.roster(), settings.timeLock(), settings.admin(), 0);
        }
    }

    /** An account with an admin is judged as one without. */
    static class AdminIgnored extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            Settings settings = account.settings();
            return with(
                    account, settings.roster(), settings.timeLock(), new AdminControl.None(), settings.staleTransactionIndex());
        }
    }

    /** Every limit is as on its first day. */
    static class LimitNeverUsedUp extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            return account.limits().values().foldLeft(account, (before, limit) -> before.limits()
                    .filterValues(limit::equals)
                    .keySet()
                    .foldLeft(before, (some, at) -> some.withLimit(
                            at, SpendingLimit.open(limit.terms(), limit.window().start()).get())));
        }
    }

    /** What was executed is approved still. */
    static class ExecutedAgain extends AlteredRules {
        @Override
        SmartAccount seen(SmartAccount account) {
            return account.transactions().values().foldLeft(account, (before, transaction) -> transaction.proposal()
                    .filter(Proposal.Executed.class::isInstance)
                    .map(done -> before.with(transaction.withProposal(new Proposal.Approved(done.since(), done.ballot()))))
                    .getOrElse(before));
        }
    }

    /** A change leaves older transactions as they were. */
    static class NothingBecomesStale extends AlteredRules {
        @Override
        SmartAccount left(SmartAccount before, SmartAccount after) {
            Settings settings = after.settings();
            return with(
                    after,
                    settings.roster(),
                    settings.timeLock(),
                    settings.admin(),
                    before.settings().staleTransactionIndex());
        }
    }
}
