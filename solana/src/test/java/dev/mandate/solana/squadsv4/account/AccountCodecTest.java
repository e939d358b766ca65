package dev.mandate.solana.squadsv4.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Kinds of accounts, their sizes, and the problems of unreadable accounts. */
@NullMarked
class AccountCodecTest {

    private static final MultisigAccount TWO_MEMBERS = new MultisigAccount(
            Address.ZERO,
            Address.ZERO,
            1,
            0,
            0,
            0,
            Option.none(),
            254,
            Array.of(new Signer(Address.ZERO, Permissions.ALL), new Signer(SquadsV4.PROGRAM, Permissions.ALL)));

    @Test
    void eachDiscriminatorIsTheStartOfItsNamesHash() {
        for (AccountType type : AccountType.values()) {
            byte[] hash = Sha256.of("account:" + type.programName()).toArray();
            assertEquals(
                    Bytes.of(hash, 0, 8).toHex(), "%016x".formatted(type.discriminator()), type::programName);
        }
    }

    @Test
    void anAccountKeepsRoomForARentCollectorThatIsNotThere() {
        assertEquals(MultisigAccount.size(2), TWO_MEMBERS.content().length() + 32);
    }

    @Test
    void oneMemberMoreMakesRoomForTen() {
        assertEquals(231, MultisigAccount.size(3));
        assertEquals(231, MultisigAccount.sizeFor(3, 231));
        assertEquals(561, MultisigAccount.sizeFor(4, 231));
        assertEquals(561, MultisigAccount.sizeFor(13, 561));
        assertEquals(MultisigAccount.size(40), MultisigAccount.sizeFor(40, 231));
    }

    @Test
    void theBytesOfARemovedMemberStayBehind() {
        Bytes before = TWO_MEMBERS.toData(MultisigAccount.size(2)).get();
        MultisigAccount after = new MultisigAccount(
                Address.ZERO, Address.ZERO, 1, 0, 0, 0, Option.none(), 254, TWO_MEMBERS.members().take(1));
        Bytes data = after.writeOver(before).get();
        assertEquals(before.length(), data.length());
        int end = after.content().length();
        assertEquals(Address.of(before.toArray(), end), Address.of(data.toArray(), end));
        assertEquals(SquadsV4.PROGRAM, Address.of(data.toArray(), end));
        assertEquals(Either.right(after), MultisigAccount.decode(data));
    }

    @Test
    void anEmptyAccountHasNoDiscriminator() {
        assertEquals(Either.left(new SquadsAccountProblem.NoDiscriminator(0)), SquadsAccount.decode(Bytes.EMPTY));
    }

    @Test
    void anUnknownDiscriminatorIsNamed() {
        Bytes closed = Bytes.of(new byte[100]);
        assertEquals(
                Either.left(new SquadsAccountProblem.UnknownDiscriminator(Bytes.of(new byte[8]))),
                SquadsAccount.decode(closed));
    }

    @Test
    void anAccountOfAnotherKindIsRefused() {
        assertEquals(
                Either.left(new SquadsAccountProblem.OtherType(AccountType.PROPOSAL, AccountType.MULTISIG)),
                ProposalAccount.decode(TWO_MEMBERS.content()));
    }

    @Test
    void membersThatAreNotThereAreMissed() {
        byte[] data = TWO_MEMBERS.content().toArray();
        data[96] = 3; // the number of members
        assertEquals(
                Either.left(new SquadsAccountProblem.BadFields(
                        AccountType.MULTISIG, new ReadProblem.Truncated(100, 99, 66))),
                MultisigAccount.decode(Bytes.of(data)));
    }
}
