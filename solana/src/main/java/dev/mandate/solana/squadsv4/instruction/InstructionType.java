package dev.mandate.solana.squadsv4.instruction;

import io.vavr.control.Option;
import java.util.Locale;

/**
 * The instructions that are known here, with the eight bytes by which their data begins: the first eight of the SHA-256 of
 * {@code global:} and the name. In ascending order of these bytes, read as an unsigned number.
 */
public enum InstructionType {
    MULTISIG_ADD_MEMBER(0x01db_d76c_b8e5_d608L),
    PROPOSAL_ACTIVATE(0x0b22_5cf8_9a1b_336aL),
    MULTISIG_ADD_SPENDING_LIMIT(0x0bf2_9f2a_56c5_5973L),
    SPENDING_LIMIT_USE(0x1039_827f_c114_9b86L),
    TRANSACTION_BUFFER_CLOSE(0x11b6_d0e4_8818_b266L),
    PROPOSAL_CANCEL(0x1b2a_7fed_26a3_54cbL),
    MULTISIG_SET_RENT_COLLECTOR(0x30cc_4139_d246_9c4aL),
    VAULT_TRANSACTION_CREATE(0x30fa_4ea8_d0e2_dad3L),
    MULTISIG_CREATE_V2(0x32dd_c75d_28f5_8be9L),
    CONFIG_TRANSACTION_ACCOUNTS_CLOSE(0x50cb_5435_9770_bbbaL),
    CONFIG_TRANSACTION_EXECUTE(0x7292_f4bd_fc8c_2428L),
    MULTISIG_CHANGE_THRESHOLD(0x8d2a_0f7e_a95c_3eb5L),
    MULTISIG_SET_CONFIG_AUTHORITY(0x8f5d_c78f_5ca9_c1e8L),
    PROPOSAL_APPROVE(0x9025_a488_bcd8_2af8L),
    MULTISIG_SET_TIME_LOCK(0x949a_794d_d4fe_9b48L),
    CONFIG_TRANSACTION_CREATE(0x9bec_57e4_894b_5127L),
    VAULT_TRANSACTION_EXECUTE(0xc208_a157_99a4_19abL),
    VAULT_TRANSACTION_ACCOUNTS_CLOSE(0xc447_bbb0_0223_aaa5L),
    PROPOSAL_CANCEL_V2(0xcd29_c23d_dc8b_10f7L),
    MULTISIG_REMOVE_MEMBER(0xd975_b1d2_b691_da48L),
    PROPOSAL_CREATE(0xdc3c_49e0_1e6c_4f9fL),
    VAULT_TRANSACTION_CREATE_FROM_BUFFER(0xde36_9544_57f6_30e7L),
    MULTISIG_REMOVE_SPENDING_LIMIT(0xe4c6_886f_7b04_b271L),
    TRANSACTION_BUFFER_EXTEND(0xe69d_4338_05ee_f592L),
    PROPOSAL_REJECT(0xf33e_869c_e66a_f687L),
    TRANSACTION_BUFFER_CREATE(0xf5c9_716c_253f_1d59L);

    private static final InstructionType[] ALL = values();

    private final long discriminator;

    InstructionType(long discriminator) {
        this.discriminator = discriminator;
    }

    /** The instruction of that discriminator, its first byte highest; none where there is no such one. */
    public static Option<InstructionType> of(long discriminator) {
        int low = 0;
        int high = ALL.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(ALL[middle].discriminator, discriminator);
            if (order == 0) {
                return Option.some(ALL[middle]);
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Option.none();
    }

    /** The eight bytes, the first one highest. */
    public long discriminator() {
        return discriminator;
    }

    /** As the program spells it, such as {@code proposal_approve}. */
    public String programName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
