package dev.mandate.adapters.sol4k;

import dev.mandate.testkit.keys.SignerUnderTest;
import dev.mandate.testkit.keys.TransactionSignerContract;
import org.sol4k.Keypair;

class Sol4kSignerTest extends TransactionSignerContract {
    @Override
    protected SignerUnderTest fresh() {
        Keypair first = Keypair.generate();
        Keypair second = Keypair.generate();
        return new SignerUnderTest(Sol4kSigner.of(first, second), Sol4kSigner.address(first), Sol4kSigner.address(second));
    }
}
