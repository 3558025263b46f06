package encore.query;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import encore.query.projection.Projection;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

@AnalyzeClasses(packages = "encore.query", importOptions = ImportOption.DoNotIncludeTests.class)
class ModulesTest {

    @ArchTest
    static final ArchRule projections_are_package_private = classes()
            .that()
            .areAssignableTo(Projection.class)
            .and()
            .areNotInterfaces()
            .should()
            .bePackagePrivate();

    /** What carries the features; everything else is one. */
    private static final String[] MACHINERY = {
        "encore.query.projection",
        "encore.query.batches",
        "encore.query.chunks",
        "encore.query.documents",
        "encore.query.lists",
        "encore.query.memory",
        "encore.query.ownership",
        "encore.query.image",
        "encore.query.ticketchunks",
        "encore.query.runner",
        "encore.query.versions",
        "encore.query.answering"
    };

    @ArchTest
    static final ArchRule features_meet_only_through_the_kernel = slices().matching("encore.query.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(DescribedPredicate.alwaysTrue(), JavaClass.Predicates.resideInAnyPackage(MACHINERY));

    @Test
    void modules_need_each_other_in_one_direction_only() {
        ApplicationModules.of("encore.query").verify();
    }
}
