package encore.query.branding;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Patch;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingBuilder;
import encore.kernel.branding.BrandingEvent.BrandingChanged;
import encore.kernel.branding.BrandingEvent.BrandingCleared;
import encore.kernel.branding.BrandingId;
import encore.kernel.branding.BrandingQuery.FindBranding;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BrandingProjectionTest {

    private static final BrandingId OURS = new BrandingId(7);
    private static final Branding TERMS =
            BrandingBuilder.builder().legalTerms("Be kind.").build();
    private static final Branding HEADER =
            BrandingBuilder.builder().headerText("Welcome").build();

    private final ProjectionUnderTest<BrandingProjection> brandings =
            new ProjectionUnderTest<>(BrandingProjection::new);

    @AfterEach
    void close() {
        brandings.close();
    }

    @Test
    void changes_add_up_and_accounts_are_apart() {
        brandings.given(changed(TERMS), changed(HEADER));
        assertThat(branding(7))
                .isEqualTo(BrandingBuilder.builder(TERMS).headerText("Welcome").build());
        assertThat(branding(8)).isEqualTo(Branding.EMPTY);
    }

    @Test
    void cleared_values_are_gone() {
        brandings.given(changed(TERMS), new BrandingChanged(OURS, HEADER, List.of("legalTerms")));
        assertThat(branding(7)).isEqualTo(HEADER);
        brandings.given(new BrandingCleared(OURS));
        assertThat(branding(7)).isEqualTo(Branding.EMPTY);
        brandings.given(changed(TERMS));
        assertThat(branding(7)).isEqualTo(TERMS);
    }

    @Test
    void replayed_it_is_the_same() {
        brandings.given(changed(TERMS), new BrandingCleared(OURS), changed(HEADER));
        try (var again = brandings.replayed()) {
            assertThat(again.checksums()).isEqualTo(brandings.checksums());
        }
    }

    private static BrandingChanged changed(Branding changes) {
        return BrandingChanged.of(OURS, Patch.of(changes));
    }

    private Branding branding(long account) {
        return brandings.read(documents -> brandings.projection().find(new FindBranding(account), documents));
    }
}
