package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mandate explain}. */
class ExplainCommandTest extends CommandFixture {

    private final Address ann = TestKey.of("ann").address();
    private final Address shop = TestKey.of("shop").address();

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("transaction"), text).toString();
    }

    private String file(Instruction... instructions) throws IOException {
        Message message = new Message(MessageVersion.LEGACY, ann, new Blockhash(Bytes32.ZERO), Array.of(instructions), Array.empty());
        byte[] bytes = new SolanaFormat().compile(message).get().transaction().toArray();
        return file(Base64.getMimeEncoder(60, new byte[] {'\n'}).encodeToString(bytes));
    }

    private Instruction payment() {
        return SystemProgram.transfer(ann, shop, BaseUnits.of(1_500_000_000));
    }

    @Test
    void saysWhatATransactionDoes() throws IOException {
        assertEquals(0, mandate("explain", file(payment())), err::toString);

        assertTrue(out.toString().contains("1. " + ann + " sends 1.5 SOL to " + shop + "."), out::toString);
        assertTrue(out.toString().contains(ann + " loses at most 0.000005 SOL, as the fee"), out::toString);
        assertTrue(out.toString().contains(ann + " has to sign"), out::toString);
        assertTrue(out.toString().contains("  words    "), out::toString);
    }

    @Test
    void saysFirstWhatIsNotUnderstoodAndEndsWithOne() throws IOException {
        assertEquals(1, mandate("explain", file(payment(), new Instruction(shop, Array.of(AccountMeta.writable(ann)), Bytes.ofHex("beef")))));

        assertTrue(out.toString().contains("  1. Calls the program " + shop + " in a way that is not understood"), out::toString);
        assertTrue(out.toString().contains("bytes: beef"), out::toString);
        assertTrue(out.toString().contains("unknown_program, instruction 2: " + shop), out::toString);
    }

    @Test
    void namesStandBesideAddressesAndNeverInstead() throws IOException {
        String names = Files.writeString(folder.resolve("names"), shop + " the corner shop\n\n").toString();
        String file = file(payment());

        assertEquals(0, mandate("explain", "--names", names, file), err::toString);
        assertTrue(out.toString().contains(ann + " sends 1.5 SOL to " + shop + " (the corner shop)."), out::toString);

        assertEquals(0, mandate("explain", "--names", names, "--format", "json", file), err::toString);
        assertTrue(out.toString().contains(" SOL to " + shop + " (the corner shop).\""), out::toString);
        assertTrue(out.toString().contains("\"destination\" : \"" + shop + "\""), out::toString);
        assertEquals(2, mandate("explain", "--names", folder.resolve("nothing").toString(), file));
        assertEquals(2, mandate("explain", "--names", Files.writeString(folder.resolve("names"), shop + " \u202egood").toString(), file));
    }

    @Test
    void writesJson() throws IOException {
        assertEquals(0, mandate("explain", "--format", "json", file(payment())));

        assertTrue(out.toString().contains("\"amount_decimal\" : \"1.5\""), out::toString);
    }

    @Test
    void theNetworkIsPartOfTheIntent() throws IOException {
        String file = file(payment());
        assertEquals(0, mandate("explain", "--network", "devnet", file));
        String onDevnet = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, mandate("explain", file));

        assertEquals(1, Array.ofAll(onDevnet.lines().toList()).removeAll(Array.ofAll(out.toString().lines().toList())).count(line -> line.startsWith("  intent")));
    }

    @Test
    void whatIsNoTransactionEndsWithTwo() throws IOException {
        assertEquals(2, mandate("explain", file("AAAA")));
        assertEquals(2, mandate("explain", file("not base64!")));
        assertEquals(2, mandate("explain", folder.resolve("nothing").toString()));
    }
}
