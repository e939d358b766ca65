package dev.mandate.adapters.kms.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.testkit.keys.KeyVaultContract;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AwsKmsVaultTest extends KeyVaultContract {

    private static final String SECRET = "a secret access key of nobody";

    private final KmsStub kms = KmsStub.start();

    /** The SDK's chain looks there first. */
    @BeforeAll
    static void haveCredentials() {
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", SECRET);
    }

    @AfterAll
    static void haveNone() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @AfterEach
    void stop() {
        kms.close();
    }

    @Override
    protected KeyVault open() {
        return AwsKmsVault.open(new KmsLocation("eu-central-1", Option.some(kms.url())));
    }

    @Override
    protected void takeAway() {
        kms.close();
    }

    @Override
    protected void bringBack() {
        kms.listenAgain();
    }

    /** A proxy or a load balancer may answer in the place of a service that is away. */
    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 404, 403})
    void aStatusWithoutAnAnswerOfTheServiceIsUnavailable(int status) {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        kms.answerOnly(status, "<html>no such service</html>");

        assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, ONE).get());
        kms.answerAll();
        assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isRight());
    }

    @Test
    void theKeyOfTheSlowerCallerIsScheduledForDeletion() throws InterruptedException, ExecutionException {
        assertRaceMakesOneKeyEach("789");

        assertEquals(3, kms.keysKept());
    }

    @Test
    void aKeyIsDestroyedOnceMoreAfterACrashBeforeItsAliasWasRemoved() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        kms.scheduleDeletion("alias/mandate/" + ACME + "/" + ONE);

        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
        assertEquals(Option.none(), vault.destroy(ACME, ONE));
        assertEquals(0, kms.keysKept());
        assertEquals(Either.left(new VaultFault.UnknownKey(ONE)), vault.sign(message(ACME, ONE, made, LONGEST)));
    }

    @Test
    void aThrottledCallIsTriedAgain() {
        kms.throttle(2);

        assertTrue(vault().ensure(ACME, ONE).isRight());
    }

    @Test
    void anAliasThatFailsLeavesNoFurtherKeyAtEachRetry() {
        KeyVault vault = vault();
        kms.failAliases(1_000, false);
        for (int attempt = 0; attempt < 3; attempt++) {
            assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE).getLeft());
        }
        kms.failAliases(0, false);

        assertTrue(vault.ensure(ACME, ONE).isRight());
        assertEquals(1, kms.keysKept());
    }

    @Test
    void aKeyIsKeptIfTheAliasAnswerWasLost() {
        KeyVault vault = vault();
        kms.failAliases(1, true);

        Address made = vault.ensure(ACME, ONE).get();

        assertEquals(1, kms.keysKept());
        assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isRight());
    }

    @Test
    void aServiceThatThrottlesEveryCallIsUnavailable() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        kms.throttle(1_000);

        VaultFault fault = vault.sign(message(ACME, ONE, made, LONGEST)).getLeft();
        assertInstanceOf(VaultFault.Unavailable.class, fault);
        assertTrue(fault.toString().contains("ThrottlingException"), fault::toString);
    }

    @Test
    void aServiceThatDoesNotAnswerIsUnavailable() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        kms.close();

        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "", "{\"KeyMetadata\":null}", "{\"PublicKey\":\"\"}", "{\"PublicKey\":7,\"Signature\":\"AA==\"}"})
    void anAnswerThatCannotBeReadIsAFault(String body) {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        kms.answerOnly(200, body);

        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE).getLeft());
        assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, ONE).get());
    }

    @Test
    void anAliasThatMeansAnotherKeyIsNoticed() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        assertTrue(vault.ensure(OTHER, ONE).isRight());
        kms.swap("alias/mandate/" + ACME + "/" + ONE, "alias/mandate/" + OTHER + "/" + ONE);

        assertInstanceOf(VaultFault.Damaged.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
    }

    @Test
    void aMessageThatKmsDoesNotTakeIsNotSigned() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        VaultFault fault = vault.sign(message(ACME, ONE, made, Bytes.of(new byte[4_097]))).getLeft();

        assertTrue(fault.toString().contains("ValidationException"), fault::toString);
    }

    @Test
    void noTextShowsTheCredentials() {
        KeyVault vault = vault();
        kms.close();

        for (Object shown : Array.of(vault, vault.ensure(ACME, ONE))) {
            assertFalse(shown.toString().contains(SECRET), shown::toString);
        }
    }

    @Test
    void itsPlaceIsARegionAndPerhapsAnEndpoint() {
        assertEquals(Either.right(new KmsLocation("eu-central-1", Option.none())), KmsLocation.parse("aws-kms:eu-central-1"));
        assertEquals(
                Either.right(new KmsLocation("us-gov-west-1", Option.some(URI.create("https://kms.example:443")))),
                KmsLocation.parse("aws-kms:us-gov-west-1?endpoint=https://kms.example:443"));
        for (String wrong : Array.of("aws-kms:", "aws-kms:europe", "aws-kms:eu-central-1?endpoint=ftp://kms", "aws-kms:eu-central-1?key=1")) {
            assertTrue(KmsLocation.parse(wrong).isLeft(), wrong);
        }
    }
}
