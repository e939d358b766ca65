package dev.mandate.testkit.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractsCatchTest {

    /** A test that is skipped does not pass: all capabilities are there. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(
            classes = {
                AlteredVault.class, AlteredMail.class, AlteredClock.class, AlteredPolicy.class, AlteredLogSigner.class, AlteredSigner.class,
                AlteredWebhookSender.class, AlteredRules.Unaltered.class
            })
    void anAdapterWithoutABugPassesAll(Class<?> suite) {
        ContractRun run = ContractRun.of(suite);
        assertEquals(Array.empty(), run.notPassed());
        assertFalse(run.passed().isEmpty());
    }

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(AlteredVault.TenantIgnored.class, "anotherTenantsKeyIsUnknown"),
                Arguments.of(AlteredVault.AddressIgnored.class, "aKeySignsForItsOwnAddressAlone"),
                Arguments.of(
                        AlteredVault.AbsenceTakenForNoKey.class, "aVaultThatIsAwayIsUnavailableAndServesTheSameInstancesAfterItsReturn"),
                Arguments.of(AlteredMail.HeaderInjected.class, "anApplicationsNameIsTextAndAddsNoReceiver"),
                Arguments.of(AlteredMail.NewIdEachTime.class, "aRepeatedMailCanBeRecognized"),
                Arguments.of(AlteredMail.FaultSwallowed.class, "aTemporaryFaultIsReportedAsTemporary"),
                Arguments.of(AlteredMail.AddressQuoted.class, "aPermanentFaultIsReportedAsPermanent"),
                Arguments.of(AlteredClock.WallClock.class, "aJumpIsNotFollowedAtOnceAndIsDisputed"),
                Arguments.of(AlteredClock.JumpNotDisputed.class, "aJumpIsNotFollowedAtOnceAndIsDisputed"),
                Arguments.of(AlteredPolicy.ChangesOverlooked.class, "vetoesAndAllows"),
                Arguments.of(AlteredPolicy.InnerChangesOverlooked.class, "vetoesTheSameWithinAnotherAccountsContent"),
                Arguments.of(AlteredPolicy.PaymentsOfFirstContentOnly.class, "vetoesOneExampleAmongOthers"),
                Arguments.of(AlteredPolicy.ViewIgnored.class, "vetoesAndAllows"),
                Arguments.of(AlteredLogSigner.HashSigned.class, "aSignatureOfEachContentPassesTheStrictCheckUnderTheKey"),
                Arguments.of(AlteredLogSigner.EndCutOff.class, "aSignatureOfEachContentPassesTheStrictCheckUnderTheKey"),
                Arguments.of(AlteredLogSigner.KeyOfSmallOrder.class, "theKeyIsOfTheFullOrder"),
                Arguments.of(AlteredLogSigner.NewKeyEachTime.class, "keyAndSignaturesAreTheSameEveryTimeAndInTheNextInstance"),
                Arguments.of(AlteredLogSigner.SeedInText.class, "itsTextDoesNotShowThePrivateKey"),
                Arguments.of(AlteredSigner.SlotsSigned.class, "eachSignerHasAValidSignatureOfTheMessage"),
                Arguments.of(AlteredSigner.PayerAlone.class, "eachSignerHasAValidSignatureOfTheMessage"),
                Arguments.of(AlteredSigner.EveryKeySigns.class, "aKeyThatIsNoSignerOfTheTransactionSignsNothing"),
                Arguments.of(AlteredSigner.FirstMessageSigned.class, "eachOfSeveralTransactionsHasSignaturesOfItsOwn"),
                Arguments.of(AlteredSigner.LongMessageThrows.class, "aLongMessageOfVersion1IsSigned"),
                Arguments.of(AlteredSigner.SeedInText.class, "itsTextDoesNotShowAPrivateKey"),
                Arguments.of(AlteredWebhookSender.RedirectFollowed.class, "aRedirectIsAFailureAndNotFollowed"),
                Arguments.of(AlteredWebhookSender.FirstSecretAlone.class, "aMessageArrivesOnceAndEachSecretSignsIt"),
                Arguments.of(AlteredWebhookSender.Version6NotChecked.class, "inProductionAnAddressThatIsNotPublicIsRefused"),
                Arguments.of(AlteredWebhookSender.RetriedAtOnce.class, "aStatusOfFailureIsTriedOnceAndTold"),
                Arguments.of(AlteredWebhookSender.BodyRead.class, "nothingOfABodyIsRead"),
                Arguments.of(AlteredWebhookSender.FaultThrown.class, "aPortWhereNobodyListensIsNoConnection"),
                Arguments.of(AlteredRules.PermissionsIgnored.class, "actionsRequireTheirPermission"),
                Arguments.of(AlteredRules.ThresholdIgnored.class, "anExecutionHasTheApprovalsThatTheThresholdAsks"),
                Arguments.of(AlteredRules.TimeLockIgnored.class, "executionWaitsForTheTimeLock"),
                Arguments.of(AlteredRules.StalenessIgnored.class, "aStaleChangeIsNotExecuted"),
                Arguments.of(AlteredRules.AdminIgnored.class, "onlyTheAdminChangesSettings"),
                Arguments.of(AlteredRules.LimitNeverUsedUp.class, "aPeriodAllowsTheAmount"),
                Arguments.of(AlteredRules.ExecutedAgain.class, "aTransactionIsExecutedAtMostOnce"),
                Arguments.of(AlteredRules.NothingBecomesStale.class, "aGovernanceChangeMakesTransactionsStale"),
                Arguments.of(AlteredRules.CreatedWithoutTimeLock.class, "anAccountIsCreatedAsAsked"),
                Arguments.of(AlteredSubmission.OtherBytes.class, "oneByteStringIsSent"),
                Arguments.of(AlteredSubmission.SendingNotRecorded.class, "sendingIsRecordedFirst"),
                Arguments.of(AlteredSubmission.RefusalEnds.class, "noAnswerOfANodeIsAnEnd"),
                Arguments.of(AlteredSubmission.RefusalEnds.class, "onlyLandedTransactionsFail"),
                Arguments.of(AlteredSubmission.ClockDecides.class, "noClockDecides"),
                Arguments.of(AlteredSubmission.RepetitionCounts.class, "repeatedCommandsChangeNothing"),
                Arguments.of(AlteredSubmission.NoEvent.class, "acceptedCommandsHaveAnEvent"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void anAdapterWithABugDoesNot(Class<?> suite, String caughtBy) {
        ContractRun run = ContractRun.of(suite, caughtBy);
        assertTrue(run.notPassed().contains(caughtBy), () -> "passed " + run.passed());
    }
}
