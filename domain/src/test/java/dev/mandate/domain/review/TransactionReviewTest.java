package dev.mandate.domain.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.domain.review.GrantedRole.Holder;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.MoneyReceiver.Form;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import org.junit.jupiter.api.Test;

/** Who may get which role, and who can use money. */
class TransactionReviewTest {

    private static final Address ADDRESS = Address.of(new byte[Bytes32.LENGTH]);

    private static Array<ReviewFinding> of(Role role, Holder holder) {
        return TransactionReview.roles(Array.of(new GrantedRole(role, ADDRESS, holder)));
    }

    private static Array<ReviewFinding> cannotSign(Role role) {
        return Array.of(new ReviewFinding.CannotSign(role, ADDRESS));
    }

    @Test
    void keysMayReceiveEveryRole() {
        for (Role role : Role.values()) {
            assertEquals(Array.empty(), of(role, Holder.PRESENT));
            assertEquals(Array.empty(), of(role, Holder.KEY));
        }
    }

    @Test
    void theOperatorGetsNoRole() {
        for (Role role : Role.values()) {
            assertEquals(Array.of(new ReviewFinding.OperatorAppointed(role, ADDRESS)), of(role, Holder.OPERATOR));
        }
    }

    @Test
    void whatHasNoKeyGetsNoRole() {
        for (Role role : Role.values()) {
            assertEquals(cannotSign(role), of(role, Holder.KEYLESS));
        }
    }

    @Test
    void aPasskeysAddressGetsNoRole() {
        assertEquals(Array.of(new ReviewFinding.SignerNeedsExternalProgram(ADDRESS)), of(Role.SIGNER, Holder.PASSKEY));
        assertEquals(Array.of(new ReviewFinding.SignerNeedsExternalProgram(ADDRESS)), of(Role.SPENDER, Holder.PASSKEY));
        assertEquals(cannotSign(Role.ADMIN), of(Role.ADMIN, Holder.PASSKEY));
        assertEquals(cannotSign(Role.NONCE_AUTHORITY), of(Role.NONCE_AUTHORITY, Holder.PASSKEY));
    }

    @Test
    void aKnownAccountMayGovernSignAndSpendButAdvancesNoNonce() {
        for (Role role : Array.of(Role.ADMIN, Role.SIGNER, Role.SPENDER)) {
            assertEquals(Array.empty(), of(role, Holder.ACCOUNT));
        }
        assertEquals(cannotSign(Role.NONCE_AUTHORITY), of(Role.NONCE_AUTHORITY, Holder.ACCOUNT));
    }

    @Test
    void anAccountMayGovernItselfButIsNotItsOwnSigner() {
        assertEquals(cannotSign(Role.SIGNER), of(Role.SIGNER, Holder.ITSELF));
        assertEquals(Array.empty(), of(Role.ADMIN, Holder.ITSELF));
    }

    private static Set<AddressKind> usable(Form form) {
        return Array.of(AddressKind.values())
                .filter(kind -> TransactionReview.unusable(Array.of(new MoneyReceiver(0, ADDRESS, form)), receiver -> kind).isEmpty())
                .toSet();
    }

    @Test
    void whatCanUseMoneyDependsOnHowItArrives() {
        assertEquals(HashSet.of(AddressKind.OTHER), usable(Form.TO_WALLET));
        assertEquals(HashSet.of(AddressKind.OTHER), usable(Form.TOKENS));
        assertEquals(HashSet.of(AddressKind.OTHER, AddressKind.WRAPPED_SOL_ACCOUNT), usable(Form.LAMPORTS));
        assertEquals(
                HashSet.of(AddressKind.OTHER, AddressKind.WRAPPED_SOL_ACCOUNT, AddressKind.TOKEN_ACCOUNT), usable(Form.LISTED));
    }

    @Test
    void aWarningNamesTheInstructionAndTheReceiver() {
        assertEquals(
                Array.of(new GiveawayWarning(Code.UNUSABLE_RECEIVER, 3, ADDRESS)),
                TransactionReview.unusable(Array.of(new MoneyReceiver(3, ADDRESS, Form.TO_WALLET)), receiver -> AddressKind.MINT));
    }
}
