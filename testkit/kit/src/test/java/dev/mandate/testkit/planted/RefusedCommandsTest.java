package dev.mandate.testkit.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.RulesUnderTest;
import dev.mandate.testkit.laws.SmartAccountLaws;
import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that refuse every command of one kind break a law. */
class RefusedCommandsTest {

    /** A kind of command, which may depend on the account. */
    interface Kind extends BiPredicate<SmartAccount, Command> {}

    /** The launcher makes the suite, so that it cannot be an argument. */
    private static Kind refused = (account, command) -> false;

    @PropertyDefaults(tries = 1000, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.RANDOM_SEED)
    static class RulesThatRefuse extends SmartAccountLaws {
        @Override
        protected RulesUnderTest rules() {
            RulesUnderTest ours = RulesUnderTest.of(new SmartAccountRules());
            return (before, command, now) -> before.exists(account -> refused.test(account, command))
                    ? Either.left("refused, as every command of its kind")
                    : ours.apply(before, command, now);
        }
    }

    static Stream<Arguments> kinds() {
        return Stream.concat(
                Stream.of(
                        kind("a vault transaction", "signersWithThePermissionPropose", (account, command) ->
                                command instanceof Command.CreateTransaction(var by, TransactionContent.VaultInstructions content)),
                        kind("a change of settings", "signersWithThePermissionPropose", (account, command) ->
                                command instanceof Command.CreateTransaction(var by, TransactionContent.SettingsChange content)),
                        kind("a proposal", "signersWithThePermissionPropose", (account, command) ->
                                command instanceof Command.CreateProposal create && !create.draft()),
                        kind("a draft", "signersWithThePermissionPropose", (account, command) ->
                                command instanceof Command.CreateProposal create && create.draft()),
                        kind("an activation", "signersWithThePermissionPropose", (account, command) ->
                                command instanceof Command.ActivateProposal),
                        vote(Vote.APPROVE),
                        vote(Vote.REJECT),
                        vote(Vote.CANCEL),
                        kind("an execution of a vault transaction", "theLockEndsOnTheSecond", (account, command) ->
                                command instanceof Command.Execute && !executesAChange(account, command)),
                        kind("an execution of a change of settings", "validChangesAreMade", RefusedCommandsTest::executesAChange),
                        kind("a closing", "endedAndStaleTransactionsCanBeClosed", (account, command) -> command instanceof Command.Close),
                        kind("a handing over", "validChangesAreMade", (account, command) -> command instanceof Command.HandOver),
                        kind("a spending", "aPeriodAllowsTheAmount", (account, command) -> command instanceof Command.Spend)),
                Stream.of(SettingsAction.GovernanceAction.class, SettingsAction.LimitAction.class)
                        .flatMap(group -> Stream.of(group.getPermittedSubclasses()))
                        .map(action -> kind("the admin's " + action.getSimpleName(), "validChangesAreMade", (account, command) ->
                                command instanceof Command.ChangeAsAdmin change && action.isInstance(change.action()))));
    }

    private static Arguments kind(String name, String caughtBy, Kind kind) {
        return Arguments.of(name, caughtBy, kind);
    }

    private static Arguments vote(Vote vote) {
        return kind(vote.name(), "votersVoteOnOpenProposals", (account, command) ->
                command instanceof Command.CastVote cast && cast.vote() == vote);
    }

    private static boolean executesAChange(SmartAccount account, Command command) {
        return command instanceof Command.Execute execute
                && account.transactions()
                        .get(execute.index())
                        .flatMap(ManagedTransaction::content)
                        .exists(TransactionContent.SettingsChange.class::isInstance);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void aKindOfCommandThatIsAlwaysRefusedBreaksALaw(String name, String caughtBy, Kind kind) {
        refused = kind;
        assertEquals(Array.of(caughtBy), ContractRun.of(RulesThatRefuse.class, caughtBy).notPassed(), name);
    }

    @Test
    void aBrokenLawIsNamedByItsIdAndItsSentence() {
        refused = (account, command) -> command instanceof Command.Close;
        Array<String> messages = ContractRun.of(RulesThatRefuse.class, "endedAndStaleTransactionsCanBeClosed").messages();
        assertTrue(messages.single().startsWith("life-cycle-6: A transaction that ended or is stale can be closed"), messages::toString);
    }
}
