package encore.api.contacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.problems.Problem;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountriesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    Turkey|TR
                    Türkiye|TR
                    turkiye|TR
                    Czech Republic|CZ
                    Czechia|CZ
                    United States of America|US
                    Ivory Coast|CI
                    Côte d’Ivoire|CI
                    COTE D'IVOIRE|CI
                    Hong Kong|HK
                    Hong Kong SAR China|HK
                    Viet Nam|VN
                    Russian Federation|RU
                    Curacao|CW
                    Great Britain|GB
                    Republic of Korea|KR
                    Korea, Republic of|KR
                    Bosnia and Herzegovina|BA
                    Bosnia&Herzegovina|BA
                    Trinidad  &  Tobago|TT
                    Burma|MM
                    Swaziland|SZ
                    The Gambia|GM
                    Germany|DE
                    de|DE
                    """)
    void a_country_is_found_by_its_letters_and_its_english_names(String name, String code) {
        assertThat(Countries.code(name)).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Congo", "Korea", "Virgin Islands", "Deutschland", "XX", "DEU", "United"})
    void a_name_of_two_countries_or_of_none_is_refused(String name) {
        assertThatThrownBy(() -> Countries.code(name)).isInstanceOf(Problem.class);
    }

    @Test
    void all_codes_of_iso_3166_are_known() {
        for (String code : Locale.getISOCountries()) {
            assertThat(Countries.code(code)).isEqualTo(code);
        }
    }

    @Test
    void nothing_stays_nothing_and_blank_clears() {
        assertThat(Countries.code(null)).isNull();
        assertThat(Countries.code(" ")).isEmpty();
    }
}
