package dev.mandate.domain.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.review.GrantedRole.Holder;
import dev.mandate.domain.review.GrantedRole.Role;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** Who may get which role. */
class TransactionReviewTest {

    private static final Address ADDRESS = Address.of(new byte[Bytes32.LENGTH]);

    private static Array<ReviewFinding> of(Role role, Holder holder) {
        return TransactionReview.roles(Array.of(new GrantedRole(role, ADDRESS, holder)));
    }

    @Test
    void signersMayReceiveEveryRole() {
        for (Role role : Role.values()) {
            for (Holder holder : Array.of(Holder.PRESENT, Holder.KEY, Holder.ACCOUNT)) {
                assertEquals(Array.empty(), of(role, holder));
            }
        }
    }

    @Test
    void theOperatorGetsNoRole() {
        for (Role role : Role.values()) {
            assertEquals(Array.of(new ReviewFinding.OperatorAppointed(role, ADDRESS)), of(role, Holder.OPERATOR));
        }
    }

    @Test
    void anAdminMustBeAbleToSign() {
        for (Holder holder : Array.of(Holder.PROGRAM, Holder.KEYLESS, Holder.PASSKEY)) {
            assertEquals(Array.of(new ReviewFinding.KeylessAdmin(ADDRESS)), of(Role.ADMIN, holder));
        }
    }

    @Test
    void aPasskeysAddressNeitherSignsNorSpends() {
        assertEquals(Array.of(new ReviewFinding.SignerNeedsExternalProgram(ADDRESS)), of(Role.SIGNER, Holder.PASSKEY));
        assertEquals(Array.of(new ReviewFinding.SignerNeedsExternalProgram(ADDRESS)), of(Role.SPENDER, Holder.PASSKEY));
    }

    @Test
    void anAccountIsNotItsOwnSigner() {
        assertEquals(Array.of(new ReviewFinding.AccountAsOwnSigner(ADDRESS)), of(Role.SIGNER, Holder.ITSELF));
    }
}
