package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testsupport.vectors.ProviderVectors;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Transactions as wallets build them, their compute budgets made for them alone, prepared and landed. */
class WalletTransactionsOnSvmTest extends EngineOnSvmFixture {

    private static final int FIRST_KEY = 1 + 64 + 5;

    private final Custody custody = EngineFixture.engine(chain, new InMemoryJournal());

    @Test
    void walletsTransactionsLandAtThePriorityFeeThatTheyName() {
        Address account = account(custody, 2, 2);
        Array<BaseUnits> paid = Array.empty();
        for (var vector : ProviderVectors.cases("24_wallet_transactions.json")) {
            byte[] ours = ProviderVectors.base64(vector, "transaction").toArray();
            System.arraycopy(account.toArray(), 0, ours, FIRST_KEY, 32);
            BuildRequest request = new BuildRequest.Prepare(
                    account, Bytes.of(ours), voters.take(2).map(TestKey::address), BuildOptions.DEFAULT.paidBy(payer.address()));
            TransactionPlan built = custody.build(request).get();

            assertEquals(Option.none(), built.simulation().get().failure());
            assertEquals(Array.of(Kind.ALL), landed(custody, request));
            paid = paid.append(built.single().fee().priority());
        }
        assertEquals(Array.of(200, 5).map(BaseUnits::of), paid);
    }
}
