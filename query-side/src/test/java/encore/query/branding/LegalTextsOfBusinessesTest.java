package encore.query.branding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.kernel.branding.BrandingQuery.FindLegalTexts;
import encore.kernel.branding.LegalTexts;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessBuilder;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.query.FakeQueryGateway;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LegalTextsOfBusinessesTest {

    private Branding branding = BrandingBuilder.builder()
            .legalTerms("Our terms")
            .legalPrivacy("Our privacy")
            .build();
    private Business business =
            BusinessBuilder.builder().businessId(5).businessName("Larks").build();

    @Test
    void a_business_without_texts_has_those_of_the_branding() {
        assertThat(texts(5L))
                .isEqualTo(new LegalTexts(
                        "Our terms", "Our privacy", null, texts(null).version()));
    }

    @Test
    void a_text_of_its_own_goes_before_the_brandings() {
        business = BusinessBuilder.builder(business)
                .legalTerms("Larks' terms")
                .legalRules("Larks' rules")
                .build();
        LegalTexts texts = texts(5L);
        assertThat(texts.legalTerms()).isEqualTo("Larks' terms");
        assertThat(texts.legalPrivacy()).isEqualTo("Our privacy");
        assertThat(texts.legalRules()).isEqualTo("Larks' rules");
        assertThat(texts.version()).hasSize(64).isNotEqualTo(texts(null).version());
    }

    @Test
    void the_version_changes_with_each_text_and_with_nothing_else() {
        String before = String.valueOf(texts(5L).version());
        business = BusinessBuilder.builder(business).businessName("The Larks").build();
        assertThat(texts(5L).version()).isEqualTo(before);
        branding = BrandingBuilder.builder(branding).headerText("Welcome").build();
        assertThat(texts(5L).version()).isEqualTo(before);
        branding =
                BrandingBuilder.builder(branding).legalPrivacy("Our privacy.").build();
        assertThat(texts(5L).version()).isNotEqualTo(before);
    }

    @Test
    void a_text_that_moves_to_its_neighbour_is_another_version() {
        branding = BrandingBuilder.builder().legalTerms("A").legalPrivacy("B").build();
        String apart = String.valueOf(texts(null).version());
        branding = BrandingBuilder.builder().legalTerms("AB").legalPrivacy("").build();
        assertThat(texts(null).version()).isNotEqualTo(apart);
        branding = BrandingBuilder.builder().legalTerms("AB").build();
        String alone = String.valueOf(texts(null).version());
        branding = BrandingBuilder.builder().legalPrivacy("AB").build();
        assertThat(texts(null).version()).isNotEqualTo(alone);
    }

    @Test
    void without_any_text_nothing_is_asked() {
        branding = Branding.EMPTY;
        assertThat(texts(5L)).isEqualTo(LegalTexts.NONE);
        assertThat(texts(5L).mustBeAccepted(Set.of())).isFalse();
    }

    @Test
    void a_text_is_asked_until_this_version_was_accepted() {
        LegalTexts texts = texts(5L);
        assertThat(texts.mustBeAccepted(Set.of("another"))).isTrue();
        assertThat(texts.mustBeAccepted(Set.of("another", String.valueOf(texts.version()))))
                .isFalse();
    }

    @Test
    void an_unknown_business_is_refused() {
        assertThatThrownBy(() -> texts(6L)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo("business_id");
        });
    }

    private LegalTexts texts(@Nullable Long businessId) {
        var queries = new FakeQueryGateway()
                .on(FindBranding.class, query -> branding)
                .on(RequireBusiness.class, query -> {
                    if (query.businessId() != 5) {
                        throw Refusal.unknownId("business_id");
                    }
                    return business;
                });
        return new LegalTextsOfBusinesses(queries).find(new FindLegalTexts(7, businessId));
    }
}
