package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A call by its number and accounts alone, as leniently as programs read them: they ignore bytes and accounts that follow.
 *
 * @param accounts in order, without their rights
 */
record PlainCall(Address program, Bytes data, Array<Address> accounts) {

    private static final int BATCH = 255;

    /** The calls of an instruction. A batch of a token program holds several, each as number of accounts, number of bytes, bytes. */
    static Array<PlainCall> of(Instruction instruction) {
        return new PlainCall(instruction.program(), instruction.data(), instruction.accounts().map(AccountMeta::address).toArray()).unfolded();
    }

    private Array<PlainCall> unfolded() {
        if (!isOfTokens() || byteAt(0) != BATCH) {
            return Array.of(this);
        }
        Array<PlainCall> calls = Array.empty();
        Array<Address> left = accounts;
        int at = 1;
        while (at + 2 <= data.length() && at + 2 + byteAt(at + 1) <= data.length()) {
            int named = byteAt(at);
            int length = byteAt(at + 1);
            calls = calls.appendAll(new PlainCall(program, data.slice(at + 2, length), left.take(named)).unfolded());
            left = left.drop(named);
            at += 2 + length;
        }
        return calls;
    }

    boolean isOfTokens() {
        return TokenProgram.at(program).isDefined();
    }

    /** The byte at a position, without sign; -1 behind the end. */
    int byteAt(int position) {
        return position < data.length() ? data.at(position) & 0xff : -1;
    }

    /** The 32-bit number at a position; -1 if there is none. */
    int numberAt(int position) {
        return position + Integer.BYTES <= data.length() ? data.intAt(position) : -1;
    }

    /** Whether {@code address} is the account at {@code position}. */
    boolean is(Address address, int position) {
        return accounts.slice(position, position + 1).contains(address);
    }

    /** Whether {@code address} is one of the accounts from {@code position} on: behind an authority stand the signers that act for it. */
    boolean names(Address address, int position) {
        return accounts.drop(position).contains(address);
    }

    /** The address at a position of the data; none if the data ends before. */
    Option<Address> addressAt(int position) {
        return Option.when(
                position + Bytes32.LENGTH <= data.length(), () -> Address.of(data.slice(position, Bytes32.LENGTH).toArray()));
    }

    /** Whether the data holds {@code address} at a position. */
    boolean holds(Address address, int position) {
        return addressAt(position).contains(address);
    }
}
