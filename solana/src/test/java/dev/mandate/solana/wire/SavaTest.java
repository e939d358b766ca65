package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.MessageVectorsTest.Sample;
import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks this codec's bytes with a second parser, sava-core. The test calls it by reflection, because its classes need Java 24
 * and this project builds and runs on 21. On older versions the test is skipped.
 */
@NullMarked
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "sava-core's classes need Java 24")
class SavaTest {

    @ParameterizedTest
    @MethodSource("dev.mandate.solana.wire.MessageVectorsTest#samples")
    void readsTheSameMessage(Sample sample) throws ReflectiveOperationException {
        Message message = sample.message();
        CompiledMessage compiled = MessageCompiler.compile(message).get();
        Message meant = compiled.decompile(message.lookupTables()).get();
        byte[] bytes = WireTransaction.unsigned(compiled).serialize().toArray();

        Class<?> skeletonType = Class.forName("software.sava.core.tx.TransactionSkeleton");
        Object skeleton = skeletonType.getMethod("deserializeSkeleton", byte[].class).invoke(null, (Object) bytes);
        Object[] accounts = (Object[]) skeletonType
                .getMethod("parseAccounts", List.class, List.class)
                .invoke(skeleton, loaded(compiled, message, true), loaded(compiled, message, false));
        Object[] instructions = (Object[]) skeletonType
                .getMethod("parseInstructions", accounts.getClass())
                .invoke(skeleton, (Object) accounts);

        assertEquals(meant.feePayer(), address(call("feePayer", skeleton)));
        assertEquals(compiled.header().requiredSignatures(), call("numSignatures", skeleton));
        assertEquals(
                Bytes.of(meant.lifetime().bytes().toArray()), Bytes.of((byte[]) call("blockHash", skeleton)));
        Array<Instruction> read = Array.empty();
        for (Object instruction : instructions) {
            read = read.append(instruction(instruction));
        }
        assertEquals(Array.ofAll(meant.instructions()), read);
    }

    /** Resolves the keys of lookups; sava-core leaves this to the caller. */
    private static List<Object> loaded(CompiledMessage compiled, Message message, boolean writable)
            throws ReflectiveOperationException {
        List<Object> keys = new ArrayList<>();
        for (TableLookup lookup : compiled.lookups()) {
            for (byte entry : (writable ? lookup.writableIndexes() : lookup.readonlyIndexes()).toArray()) {
                Address key = message.lookupTables()
                        .find(table -> table.table().equals(lookup.table()))
                        .get()
                        .entries()
                        .get(entry & 0xff);
                keys.add(Class.forName("software.sava.core.accounts.PublicKey")
                        .getMethod("createPubKey", byte[].class)
                        .invoke(null, (Object) key.toArray()));
            }
        }
        return keys;
    }

    private static Instruction instruction(Object theirs) throws ReflectiveOperationException {
        Array<AccountMeta> accounts = Array.empty();
        for (Object account : (List<?>) call("accounts", theirs)) {
            accounts = accounts.append(new AccountMeta(
                    address(call("publicKey", account)),
                    (boolean) call("signer", account),
                    (boolean) call("write", account)));
        }
        return new Instruction(
                address(call("publicKey", call("programId", theirs))),
                accounts,
                Bytes.of((byte[]) call("copyData", theirs)));
    }

    private static Address address(Object key) throws ReflectiveOperationException {
        return Address.of((byte[]) call("toByteArray", key));
    }

    /** Calls a method of a public interface of the library. The implementing classes are not public. */
    private static Object call(String method, Object target) throws ReflectiveOperationException {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> contract : type.getInterfaces()) {
                if (Arrays.stream(contract.getMethods()).anyMatch(it -> it.getName().equals(method))) {
                    return contract.getMethod(method).invoke(target);
                }
            }
        }
        throw new NoSuchMethodException(target.getClass() + " has no " + method);
    }
}
