package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever bytes are given, an explanation comes back, and what is not understood is said first. */
class ExplainerFuzzTest {

    private static final long SEED = 44;
    private static final int ROUNDS = 3_000;

    private static final Array<Address> PROGRAMS = Array.of(
            SystemProgram.ID,
            TokenProgram.TOKEN.id(),
            TokenProgram.TOKEN_2022.id(),
            AssociatedTokenProgram.ID,
            MemoProgram.ID,
            SquadsV4.PROGRAM,
            Address.of("Stake11111111111111111111111111111111111111"),
            Address.of("Vote111111111111111111111111111111111111111"),
            Address.of("BPFLoaderUpgradeab1e11111111111111111111111"),
            Address.of("LoaderV411111111111111111111111111111111111"),
            Address.of("AddressLookupTab1e1111111111111111111111111"),
            Address.of("ComputeBudget111111111111111111111111111111"),
            Address.of("Ed25519SigVerify111111111111111111111111111"),
            Address.of("KeccakSecp256k11111111111111111111111111111"),
            Address.of("Secp256r1SigVerify1111111111111111111111111"));

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Random random = new Random(SEED);
    private final TransactionExplainer offline = TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4);

    private Bytes bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int at = 0; at < length && random.nextInt(3) > 0; at++) {
            bytes[at] = (byte) (at == 0 ? random.nextInt(50) : random.nextInt(4));
        }
        return Bytes.of(bytes);
    }

    private AccountMeta account() {
        Address address = random.nextInt(4) == 0 ? PROGRAMS.get(random.nextInt(PROGRAMS.length())) : Address.of(bytes(32).toArray());
        return random.nextBoolean() ? AccountMeta.writable(address) : AccountMeta.readonly(address);
    }

    private Instruction instruction() {
        return new Instruction(
                PROGRAMS.get(random.nextInt(PROGRAMS.length())), Array.fill(random.nextInt(9), this::account), bytes(random.nextInt(60)));
    }

    @Test
    void noInstructionOfAKnownProgramThrows() {
        for (int round = 0; round < ROUNDS; round++) {
            Explanation explanation = offline.explain(ClientTransactions.transaction(ann, instruction(), instruction())).get();

            Array<ExplainedInstruction> unknown = explanation.instructions().filter(one -> one.decoded() instanceof DescribedInstruction.Unknown);
            if (unknown.nonEmpty()) {
                assertFalse(explanation.isUnderstood());
                assertTrue(unknown.exists(one -> explanation.summary().head().startsWith(one.decoded().sentence())), explanation.summary()::toString);
            }
        }
    }

    @Test
    void noMutationOfATransactionThrows() {
        Bytes approval = ClientTransactions.transaction(ann, SystemProgram.transfer(ann, fixture.key("shop"), BaseUnits.of(1)));
        for (int round = 0; round < ROUNDS; round++) {
            byte[] mutated = approval.toArray();
            for (int times = random.nextInt(4); times >= 0; times--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
            }
            Either<BuildRefusal, Explanation> either = offline.explain(Bytes.of(mutated).slice(0, random.nextInt(8) == 0 ? random.nextInt(mutated.length) : mutated.length));

            assertTrue(either.isLeft() || either.get().messageHash().isDefined());
        }
    }
}
