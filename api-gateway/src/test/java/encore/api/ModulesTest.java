package encore.api;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

@AnalyzeClasses(packages = "encore.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ModulesTest {

    /** What carries the features; everything else is one. */
    private static final String[] MACHINERY = {
        "encore.api.access",
        "encore.api.authentication",
        "encore.api.binding",
        "encore.api.calls",
        "encore.api.constraints",
        "encore.api.contacts",
        "encore.api.docs",
        "encore.api.export",
        "encore.api.fanout",
        "encore.api.files",
        "encore.api.imports",
        "encore.api.input",
        "encore.api.journal",
        "encore.api.keys",
        "encore.api.limits",
        "encore.api.live",
        "encore.api.logins",
        "encore.api.netty",
        "encore.api.outbound",
        "encore.api.paging",
        "encore.api.passwords",
        "encore.api.pipeline",
        "encore.api.places",
        "encore.api.privacy",
        "encore.api.problems",
        "encore.api.queues",
        "encore.api.routing",
        "encore.api.rsocket",
        "encore.api.server",
        "encore.api.simulation",
        "encore.api.socketio",
        "encore.api.websocket",
        "encore.api.wire"
    };

    @ArchTest
    static final ArchRule features_meet_only_through_the_kernel = slices().matching("encore.api.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(DescribedPredicate.alwaysTrue(), JavaClass.Predicates.resideInAnyPackage(MACHINERY));

    @Test
    void no_two_packages_need_each_other() {
        ApplicationModules.of("encore.api").verify();
    }
}
