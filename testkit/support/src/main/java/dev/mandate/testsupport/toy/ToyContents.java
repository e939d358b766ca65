package dev.mandate.testsupport.toy;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.TransactionContent.SettingsChange;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.BiConsumer;

/** How the program spells what is voted on. Instructions spell out their accounts, without a table of keys. */
final class ToyContents {

    private static final int INSTRUCTIONS = 1;
    private static final int CHANGE = 2;
    private static final int SIGNS = 1;
    private static final int WRITES = 2;
    private static final int META_BYTES = 33;
    private static final int SHORTEST_INSTRUCTION = 37;

    private ToyContents() {}

    static void write(TransactionContent content, ByteWriter out) {
        switch (content) {
            case VaultInstructions(int vaultIndex, Bytes message) -> {
                out.u8(INSTRUCTIONS);
                out.countedBytes(message);
            }
            case SettingsChange(var actions) -> {
                out.u8(CHANGE);
                list(out, actions, ToyContents::write);
            }
            case TransactionContent.Opaque(var why, Bytes stored) -> throw new IllegalArgumentException("opaque content is not spelled here");
        }
    }

    static TransactionContent read(ByteReader in) {
        return in.tag(CHANGE) == CHANGE
                ? new SettingsChange(in.list(in.u8(), 1, ToyContents::action))
                : new VaultInstructions(0, in.bytes(in.u32()));
    }

    private static void write(SettingsAction action, ByteWriter out) {
        switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> {
                out.u8(0);
                write(signer, out);
            }
            case SettingsAction.RemoveSigner(var signer) -> {
                out.u8(1);
                out.address(signer);
            }
            case SettingsAction.ChangeThreshold(Threshold threshold) -> {
                out.u8(2);
                out.u16(threshold.value());
            }
            case SettingsAction.SetTimeLock(TimeLock timeLock) -> {
                out.u8(3);
                out.u32(timeLock.seconds());
            }
            case SettingsAction.SetRentCollector(var collector) -> {
                out.u8(4);
                out.option(collector, (address, to) -> to.address(address));
            }
            case SettingsAction.LimitAction limit -> throw new IllegalArgumentException("this program has no limits");
        }
    }

    private static SettingsAction action(ByteReader in) {
        return switch (in.tag(4)) {
            case 0 -> new SettingsAction.AddSigner(signer(in));
            case 1 -> new SettingsAction.RemoveSigner(in.address());
            case 2 -> new SettingsAction.ChangeThreshold(new Threshold(in.u16()));
            case 3 -> new SettingsAction.SetTimeLock(new TimeLock(in.u32()));
            default -> new SettingsAction.SetRentCollector(in.option(ByteReader::address));
        };
    }

    static void write(Signer signer, ByteWriter out) {
        out.u8(signer.permissions().mask());
        out.address(signer.address());
    }

    static Signer signer(ByteReader in) {
        Permissions permissions = new Permissions(in.u8());
        return new Signer(in.address(), permissions);
    }

    /** Writes the number of the elements in one byte, and then the elements. */
    static <T> void list(ByteWriter out, Seq<T> values, BiConsumer<T, ByteWriter> element) {
        out.u8(values.size());
        out.list(values, element);
    }

    static Bytes message(Seq<Instruction> instructions) {
        return ByteWriter.write(out -> list(out, instructions, (instruction, each) -> {
            each.address(instruction.program());
            list(each, instruction.accounts(), (meta, to) -> {
                to.u8((meta.signer() ? SIGNS : 0) + (meta.writable() ? WRITES : 0));
                to.address(meta.address());
            });
            each.countedBytes(instruction.data());
        }));
    }

    static Option<Array<Instruction>> instructions(Bytes message) {
        ByteReader in = new ByteReader(message);
        return in.finish(in.list(in.u8(), SHORTEST_INSTRUCTION, each -> {
            var program = each.address();
            Array<AccountMeta> accounts = each.list(each.u8(), META_BYTES, ToyContents::meta);
            return new Instruction(program, accounts, each.bytes(each.u32()));
        })).toOption();
    }

    private static AccountMeta meta(ByteReader in) {
        int rights = in.tag(SIGNS + WRITES);
        return new AccountMeta(in.address(), (rights & SIGNS) != 0, (rights & WRITES) != 0);
    }
}
