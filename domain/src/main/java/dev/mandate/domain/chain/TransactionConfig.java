package dev.mandate.domain.chain;

import io.vavr.control.Option;

/**
 * The resources that a transaction of version 1 asks for. A value that is not set means the least: no priority fee, no compute unit, no
 * byte of loaded data, the smallest heap. So a transaction that sets nothing fails, and its payer is charged.
 *
 * @param priorityFeeLamports for the whole transaction, unsigned 64 bits: -1 is the greatest
 * @param computeUnitLimit unsigned 32 bits; the runtime caps it at 1,400,000
 * @param loadedAccountsDataSizeLimit in bytes, unsigned 32 bits; the runtime caps it at 64 MiB
 * @param heapSize in bytes, 32 KiB to 256 KiB in steps of 1 KiB
 */
public record TransactionConfig(
        Option<Long> priorityFeeLamports,
        Option<Long> computeUnitLimit,
        Option<Long> loadedAccountsDataSizeLimit,
        Option<Integer> heapSize) {

    /** No value is set. */
    public static final TransactionConfig NONE =
            new TransactionConfig(Option.none(), Option.none(), Option.none(), Option.none());

    private static final int KIB = 1_024;
    private static final long U32_MAX = 0xffff_ffffL;

    public TransactionConfig {
        if (!computeUnitLimit.forAll(TransactionConfig::isU32)
                || !loadedAccountsDataSizeLimit.forAll(TransactionConfig::isU32)
                || !heapSize.forAll(TransactionConfig::isHeapSize)) {
            throw new IllegalArgumentException(
                    "units " + computeUnitLimit + ", loaded data " + loadedAccountsDataSizeLimit + ", heap " + heapSize);
        }
    }

    /** Whether the runtime accepts a heap of so many bytes. */
    public static boolean isHeapSize(long bytes) {
        return bytes >= 32 * KIB && bytes <= 256 * KIB && bytes % KIB == 0;
    }

    private static boolean isU32(long value) {
        return value >= 0 && value <= U32_MAX;
    }
}
