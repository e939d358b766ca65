package dev.mandate.samples.treasury;

import dev.mandate.ports.spi.keys.Ed25519Key;
import dev.mandate.testkit.keys.SignerUnderTest;
import dev.mandate.testkit.keys.TransactionSignerContract;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The testkit's contract of signers, on ours. */
class SigningServiceTest extends TransactionSignerContract {
    @Override
    protected SignerUnderTest fresh() {
        Ed25519Key ann = Ed25519Key.generate(new SecureRandom());
        Ed25519Key ben = Ed25519Key.generate(new SecureRandom());
        var vault = Map.of(ann.address(), ann, ben.address(), ben);
        SigningService service = new SigningService(
                (signer, message) -> CompletableFuture.supplyAsync(() -> vault.get(signer).sign(message)), Duration.ofSeconds(10));
        return new SignerUnderTest(service, ann.address(), ben.address());
    }
}
